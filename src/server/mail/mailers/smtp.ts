import { createTransport } from 'nodemailer'
import type { Mailer } from '../mailer.ts'

/** Any mail service that speaks SMTP: `smtp://` (with STARTTLS where offered) or `smtps://`. */
export function smtpMailer({ url, from }: { url: string; from: string }): Mailer & { close(): void } {
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
    async send({ to, subject, text, html }) {
      // An object, not a string: nothing in an address can name a second receiver.
      await transport.sendMail({ from, to: { name: '', address: to }, subject, text, html })
    },
    close: () => transport.close(),
  }
}
