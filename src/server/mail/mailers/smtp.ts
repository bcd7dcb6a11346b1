import { createTransport } from 'nodemailer'
import type { Mailer } from '../mailer.ts'

/** Any mail service that speaks SMTP: `smtp://` (with STARTTLS where offered) or `smtps://`. */
export function smtpMailer({ url, from }: { url: string; from: string }): Mailer & { close(): void } {
  const domain = from.match(/@([\w.-]+)/)?.[1] ?? 'localhost'
  const transport = createTransport({
    url,
    pool: true,
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
