import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect } from 'vitest'
import type { Person } from '../people/person.ts'
import { picture } from '../people/phone.ts'
import { shoot } from '../reading/shoot.ts'

const trouble = 'The statement of October lacks a purchase.'

/** Describes a trouble, with a picture of it; the number of the ticket. */
export async function sendFeedback(person: Person): Promise<string> {
  const { app, w, visit } = person
  await visit('/pages/feedback/feedback')
  await app.getByLabel(w('help.feedback.describe'), { exact: true }).fill(trouble)
  const file = { name: 'statement.jpg', mimeType: 'image/jpeg', buffer: await picture() }
  await app.locator('input[type=file]').setInputFiles(file)
  await app.getByRole('img', { name: w('help.feedback.picture.of', { number: 1 }) }).waitFor()
  await app.getByRole('switch', { name: w('help.feedback.device') }).click()
  await shoot(person, 'feedback')
  await app.getByRole('button', { name: w('help.feedback.send') }).click()
  await app.getByText(w('help.ticket.pictures', { count: 1 })).waitFor()
  const title = await app.getByRole('heading', { level: 1 }).textContent()
  await shoot(person, 'ticket')
  return title?.match(/\d+/)?.[0] ?? ''
}

/** An operator reads the ticket, looks at its picture, and answers. */
export async function answerFeedback({ town }: Person, number: string, text: string): Promise<void> {
  const [ticket] = JSON.parse((await town.ops('feedback', 'show', number, '--json')).output)
  expect(ticket).toMatchObject({ status: 'open', lines: [{ by: 'customer', text: trouble }] })
  expect(ticket.diagnostic).toMatch(/^app \d.*\n\d\d:\d\d:\d\d \/api\/\S+ 200 /s)
  const folder = await mkdtemp(join(tmpdir(), 'glaze-ticket-'))
  const file = join(folder, 'picture')
  await town.ops('feedback', 'picture', ticket.pictures[0], '--to', file)
  expect(await sharp(await readFile(file)).metadata()).toMatchObject({ format: 'jpeg' })
  await rm(folder, { recursive: true })
  expect(await town.ops('feedback', 'answer', number, '--text', text)).toMatchObject({ code: 0 })
}

/** Sees on Home that something is new, and follows it to the answer. */
export async function readAnswer(person: Person, number: string, text: string): Promise<void> {
  const { app, w, visit } = person
  await visit('/')
  await app.getByRole('link', { name: w('home.unread', { count: 1 }), exact: true }).click()
  await shoot(person, 'messages')
  const shelf = app.getByRole('link', { name: new RegExp(w('messages.kind.feedback')) })
  await shelf.getByText(w('messages.count', { count: 1 })).waitFor()
  await shelf.click()
  await shoot(person, 'shelf')
  await app.getByRole('link', { name: new RegExp(number) }).click()
  await app.getByRole('article').waitFor()
  await shoot(person, 'message')
  await app.getByRole('link', { name: w('messages.action.ticket') }).click()
  await app
    .getByRole('listitem')
    .filter({ hasText: w('help.ticket.us') })
    .getByText(text)
    .waitFor()
  await app.getByText(w('help.ticket.answered'), { exact: true }).waitFor()
  await shoot(person, 'answer')
}

/** Says one more thing, which waits for an answer again. */
export async function replyFeedback(person: Person, text: string): Promise<void> {
  const { app, w, visit } = person
  await app.getByLabel(w('help.ticket.replyLabel'), { exact: true }).fill(text)
  await app.getByRole('button', { name: w('help.ticket.reply'), exact: true }).click()
  await app.getByRole('listitem').getByText(text, { exact: true }).waitFor()
  await app.getByText(w('help.ticket.open'), { exact: true }).waitFor()
  await shoot(person, 'reply')
  await visit('/')
  await app.getByRole('link', { name: w('home.messages'), exact: true }).waitFor()
}
