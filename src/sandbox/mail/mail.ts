import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import type { Faults } from '../faults.ts'
import type { Store } from '../store.ts'

/** A letter as the reader sees it. */
export interface Letter {
  id: string
  from: string
  to: string
  subject: string
  text: string
  html: string
  at: string
}

export type Mail = Awaited<ReturnType<typeof startMail>>

const keptLetters = 500

/** The mail part: an SMTP server that takes every letter and keeps the newest ones. */
export async function startMail({ host, port, store, faults }: MailNeeds) {
  const letters = store.table<Letter>('letters')

  async function take(raw: Buffer, { from, to }: { from: string; to: string[] }) {
    const parsed = await PostalMime.parse(raw)
    store.write(() => {
      for (const receiver of to) {
        const id = crypto.randomUUID()
        letters.put(id, {
          id,
          from: parsed.from?.address ?? from,
          to: receiver.toLowerCase(),
          subject: parsed.subject ?? '',
          text: parsed.text ?? '',
          html: parsed.html ?? '',
          at: new Date().toISOString(),
        })
      }
      for (const old of letters.all().slice(0, -keptLetters)) letters.drop(old.id)
    })
  }

  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    size: 2_000_000,
    closeTimeout: 1000,
    logger: false,
    onRcptTo(_address, _session, done) {
      if (faults.take('mail', 'refuse')) return done(refused(550, 'This mailbox is not here.'))
      if (faults.take('mail', 'refuse_later')) return done(refused(451, 'Come back later.'))
      done()
    },
    async onData(stream, session, done) {
      const chunks: Buffer[] = []
      for await (const chunk of stream) chunks.push(chunk as Buffer)
      const { mailFrom, rcptTo } = session.envelope
      try {
        const delay = faults.take('mail', 'delay')
        if (delay) await sleep(delay.ms ?? 5000)
        const from = mailFrom ? mailFrom.address : ''
        await take(Buffer.concat(chunks), { from, to: rcptTo.map(({ address }) => address) })
        done()
      } catch (error) {
        done(refused(451, (error as Error).message))
      }
    },
  })
  server.on('error', error => console.error(`mail: ${error.message}`))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => resolve())
  })

  const address = server.server.address() as AddressInfo
  return {
    settings: { SMTP_URL: `smtp://${host}:${address.port}` },
    /** Newest first; for one receiver, or all. */
    letters: (to?: string): Letter[] => {
      const wanted = to?.toLowerCase()
      return letters
        .all()
        .filter(letter => wanted === undefined || letter.to === wanted)
        .reverse()
    },
    close: () => new Promise<void>(resolve => server.close(() => resolve())),
  }
}

function refused(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode })
}

interface MailNeeds {
  host: string
  port: number
  store: Store
  faults: Faults
}
