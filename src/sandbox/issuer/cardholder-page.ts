import type { FastifyInstance, FastifyReply } from 'fastify'
import * as z from 'zod/mini'
import type { Store } from '../store.ts'
import type { CardholderDesk } from './cardholders.ts'
import type { HostedCardholder } from './rows.ts'

const name = z.string().check(z.trim(), z.minLength(1), z.maxLength(40), z.regex(/^[^\p{Cc}<>]*$/u))
const filledIn = z.object({
  firstName: name,
  lastName: name,
  birthDate: z.iso.date(),
  address: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
})

/** The page on the issuer's own origin where a cardholder gives their data; what is typed never passes our server. */
export function serveCardholders(
  app: FastifyInstance,
  { store, cardholders }: { store: Store; cardholders: CardholderDesk },
) {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: 10_000 },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )
  app.get<{ Params: { token: string } }>('/cardholder/:token', async ({ params }, reply) => {
    const row = cardholders.byToken(params.token)
    if (!isOpen(row))
      return show(reply, { status: 410, title: '链接已失效 · Link no longer valid', body: '' })
    return show(reply, { status: 200, row, title, body: form })
  })
  app.post<{ Params: { token: string } }>('/cardholder/:token', async ({ params, body }, reply) => {
    const row = cardholders.byToken(params.token)
    if (!isOpen(row))
      return show(reply, { status: 410, title: '链接已失效 · Link no longer valid', body: '' })
    if ((body as { answer?: unknown } | null)?.answer === 'refuse') {
      return reply.redirect(
        store.write(() => cardholders.refuse(row)),
        303,
      )
    }
    const read = filledIn.safeParse(body)
    if (!read.success) return show(reply, { status: 422, row, title, body: `${wrong}${form}` })
    return reply.redirect(
      store.write(() => cardholders.confirm(row, read.data)),
      303,
    )
  })
}

function isOpen(row: HostedCardholder | undefined): row is HostedCardholder {
  return row !== undefined && row.expiresAt > Date.now()
}

interface Shown {
  status: number
  title: string
  body: string
  row?: HostedCardholder
}

function show(reply: FastifyReply, { status, title, body, row }: Shown) {
  // A form's answer that leads elsewhere needs that place named here.
  const back = row ? ` ${new URL(row.returnUrl).origin}` : ''
  return reply
    .status(status)
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'content-security-policy': `default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; form-action 'self'${back}`,
    })
    .send(
      `<!doctype html><html lang="zh-CN"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>${title}</title><style>${style}</style><main><p>发卡机构 · The issuer</p><h1>${title}</h1>${body}</main></html>`,
    )
}

const title = '持卡人资料 · Cardholder'
const wrong = '<p role="alert">请把每一项填写完整。 · Please fill in every field.</p>'
const form = `<form method="post">
  <label>名 · Given name <input name="firstName" required maxlength="40" autocomplete="given-name"></label>
  <label>姓 · Family name <input name="lastName" required maxlength="40" autocomplete="family-name"></label>
  <label>出生日期 · Date of birth <input name="birthDate" type="date" required autocomplete="bday"></label>
  <label>住址 · Address <input name="address" required maxlength="200" autocomplete="street-address"></label>
  <button name="answer" value="confirm">确认 · Confirm</button>
  <button name="answer" value="refuse" formnovalidate class="quiet">不同意 · Refuse</button>
</form>`
const style = `body{margin:0;font:16px/1.5 system-ui,sans-serif}main{max-width:28rem;margin:0 auto;padding:24px 16px}
h1{font-size:1.4rem}label{display:block;margin:16px 0}input{display:block;box-sizing:border-box;width:100%;min-height:44px;padding:8px;font:inherit}
button{width:100%;min-height:48px;margin-top:12px;font:inherit;border:0;border-radius:8px;background:#24507a;color:#fff}
.quiet{background:none;border:1px solid currentColor;color:inherit}[role=alert]{color:#a3202b}`
