import { createTransport } from 'nodemailer'
import type { Mailer } from '../mailer.ts'

/** A mail service and how it is spoken to. */
interface Service {
  url: string
  from: string
  /** False sends in plain text to a service that offers nothing else: for the sandbox. */
  isSealed?: boolean
}

/**
 * Any mail service that speaks SMTP: `smtps://`, or `smtp://` with STARTTLS. Rejects where that is not offered: letters carry
 * codes that open accounts, and whoever is on the way could take the offer away.
 */
export function smtpMailer({ url, from, isSealed = true }: Service): Mailer & { close(): void } {
  const domain = from.match(/@([\w.-]+)/)?.[1] ?? 'localhost'
  const transport = createTransport({
    url,
    pool: true,
    requireTLS: isSealed,
    maxConnections: 4,
    connectionTimeout: 5000,
    greetingTimeout: 5000,
    socketTimeout: 10_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send({ id, to, subject, text, html }) {
      // An object, not a string: nothing in an address can name a second receiver.
      const messageId = id && `<${id}@${domain}>`
      await transport.sendMail({ from, to: { name: '', address: to }, subject, text, html, messageId })
    },
    close: () => transport.close(),
  }
}
