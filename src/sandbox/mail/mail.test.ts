import { join } from 'node:path'
import nodemailer from 'nodemailer'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Faults, openFaults } from '../faults.ts'
import { openStore } from '../store.ts'
import { trialFolder } from '../trial.ts'
import { type Mail, startMail } from './mail.ts'

const folder = trialFolder()
let mail: Mail
let faults: Faults
const start = () =>
  startMail({ host: '127.0.0.1', port: 0, store: openStore(join(folder.path, 'mail.jsonl')), faults })

beforeEach(async () => {
  faults = openFaults(openStore(join(folder.path, 'faults.jsonl')))
  mail = await start()
})
afterEach(async () => {
  await mail.close()
  folder.remove()
})

async function write(subject: string, to = 'Ada@Example.com') {
  const transport = nodemailer.createTransport(mail.settings.SMTP_URL)
  await transport.sendMail({
    from: 'Glaze <no-reply@glaze.example>',
    to,
    subject,
    text: '验证码 482913',
    html: '<b>482913</b>',
  })
  transport.close()
}

test('refuses for good or for now, then takes the letter', async () => {
  faults.set({ part: 'mail', kind: 'refuse', count: 1 })
  await expect(write('first')).rejects.toMatchObject({ responseCode: 550 })
  faults.set({ part: 'mail', kind: 'refuse_later', count: 1 })
  await expect(write('first')).rejects.toMatchObject({ responseCode: 451 })
  expect(mail.letters()).toEqual([])
  await write('first')
  expect(mail.letters()).toHaveLength(1)
})

test('takes a letter late', async () => {
  faults.set({ part: 'mail', kind: 'delay', count: 1, ms: 150 })
  const before = Date.now()
  await write('late')
  expect(Date.now() - before).toBeGreaterThanOrEqual(140)
})

test('shows letters newest first, to one receiver or all, also after a restart', async () => {
  await write('first')
  await write('second')
  await write('third', 'ben@example.com')
  await mail.close()
  mail = await start()
  expect(mail.letters().map(({ subject }) => subject)).toEqual(['third', 'second', 'first'])
  const [letter] = mail.letters('ADA@example.com')
  expect(letter).toEqual({
    id: expect.any(String),
    from: 'no-reply@glaze.example',
    to: 'ada@example.com',
    subject: 'second',
    text: expect.stringContaining('验证码 482913'),
    html: expect.stringContaining('<b>482913</b>'),
    at: expect.any(String),
  })
})
