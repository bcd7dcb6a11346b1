import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import type { Faults } from '../faults.ts'
import type { Store, Table } from '../store.ts'

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
  const server = serverOf(faults, letter => keep(letter, { store, letters }))
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

/** A letter as it came in, with what its envelope said. */
interface Received {
  raw: Buffer
  from: string
  to: string[]
}

/** Takes each letter to `keep`, but when a fault has it refused or waiting. */
function serverOf(faults: Faults, keep: (letter: Received) => Promise<void>): SMTPServer {
  return new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    size: 2_000_000,
    closeTimeout: 1000,
    logger: false,
    onRcptTo(_address, _session, done) {
      if (faults.take('mail', 'refuse')) return done(refused(550, 'This mailbox is not here.'))
      if (faults.take('mail', 'refuse_later')) return done(refused(451, 'Come back later.'))
      done()
    },
    async onData(stream, { envelope: { mailFrom, rcptTo } }, done) {
      const chunks: Buffer[] = []
      for await (const chunk of stream) chunks.push(chunk as Buffer)
      try {
        const delay = faults.take('mail', 'delay')
        if (delay) await sleep(delay.ms ?? 5000)
        const from = mailFrom ? mailFrom.address : ''
        await keep({ raw: Buffer.concat(chunks), from, to: rcptTo.map(({ address }) => address) })
        done()
      } catch (error) {
        done(refused(451, (error as Error).message))
      }
    },
  })
}

/** One for each receiver. */
async function keep(
  { raw, from, to }: Received,
  { store, letters }: { store: Store; letters: Table<Letter> },
) {
  const { from: sender, subject = '', text = '', html = '' } = await PostalMime.parse(raw)
  const read = { from: sender?.address ?? from, subject, text, html, at: new Date().toISOString() }
  store.write(() => {
    for (const receiver of to) {
      const id = crypto.randomUUID()
      letters.put(id, { ...read, id, to: receiver.toLowerCase() })
    }
    letters.keepNewest(keptLetters)
  })
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
