import type { AddressInfo } from 'node:net'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codeLetter } from '../letters/code.ts'
import { securityLetter } from '../letters/security.ts'
import { smtpMailer } from './smtp.ts'

const taken: { to: string[]; raw: Buffer }[] = []
let refuses = false
const server = new SMTPServer({
  disabledCommands: ['AUTH', 'STARTTLS'],
  logger: false,
  onRcptTo: (_address, _session, done) => done(refuses ? new Error('not here') : null),
  async onData(stream, session, done) {
    const chunks: Buffer[] = []
    for await (const chunk of stream) chunks.push(chunk as Buffer)
    taken.push({ to: session.envelope.rcptTo.map(({ address }) => address), raw: Buffer.concat(chunks) })
    done()
  },
})
let mailer: ReturnType<typeof smtpMailer>
let service: { url: string; from: string }
beforeAll(async () => {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', () => resolve()))
  const { port } = server.server.address() as AddressInfo
  service = { url: `smtp://127.0.0.1:${port}`, from: 'Glaze <no-reply@glaze.example>' }
  mailer = smtpMailer({ ...service, isSealed: false })
})
afterAll(async () => {
  mailer.close()
  await new Promise<void>(resolve => server.close(() => resolve()))
})

const letter = codeLetter({ to: 'a@b.test', lang: 'zh', purpose: 'register', code: '012345', minutes: 10 })

describe('the SMTP mailer', () => {
  test('rejects when the letter was not taken', async () => {
    refuses = true
    await expect(mailer.send(letter)).rejects.toThrow()
    refuses = false
  })

  test('gives no code away where nothing is sealed', async () => {
    taken.length = 0
    const sealed = smtpMailer(service)
    await expect(sealed.send(letter)).rejects.toThrow(/TLS/i)
    sealed.close()
    expect(taken).toHaveLength(0)
  })

  test('an address never names a second receiver', async () => {
    taken.length = 0
    const to = 'a@b.test, thief@b.test'
    await expect(mailer.send({ ...letter, to })).rejects.toThrow('recipient')
    expect(taken).toEqual([])
  })

  test('sends text and HTML in both scripts', async () => {
    taken.length = 0
    await mailer.send(letter)
    const { subject, from, text, html } = await PostalMime.parse(taken[0]?.raw as Buffer)
    expect(taken[0]?.to).toEqual(['a@b.test'])
    expect(subject).toBe('Glaze 验证码：注册账号')
    expect(from?.address).toBe('no-reply@glaze.example')
    expect(text).toContain('012345')
    expect(html).toContain('012345')
  })

  test('what a stranger chose stays text in HTML', () => {
    const seen = { device: '<img src=x>', ip: '::1', at: new Date(0) }
    const { html, text } = securityLetter({ to: 'a@b.test', lang: 'en', event: 'newDevice', ...seen })
    expect(html).not.toContain('<img')
    expect(text).toContain('1970-01-01 00:00 UTC')
  })
})
