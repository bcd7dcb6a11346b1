import { createHmac } from 'node:crypto'

/** The three headers of Standard Webhooks for one attempt to deliver a body. */
export function webhookHeaders({ secret, id, body }: Signed): Record<string, string> {
  const timestamp = String(Math.floor(Date.now() / 1000))
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  }
}

interface Signed {
  secret: string
  id: string
  body: string
}
