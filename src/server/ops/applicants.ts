import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { defineCommand } from 'citty'
import { sql } from 'kysely'
import { side } from '../../contract/identity.ts'
import { audit } from '../audits/audit.ts'
import { readOperatorConfig } from '../config.ts'
import type { Db } from '../database/database.ts'
import type { Side } from '../identity/applicants.ts'
import { type Decision, openPicture } from '../identity/documents.ts'
import { findingsNow, picturesOf } from '../identity/readings.ts'
import { verdictReasons } from '../identity/verdicts.ts'
import { review } from '../jobs/review-applicant.ts'
import { PlainError } from '../plain-error.ts'
import { secretsFrom } from '../secrets.ts'
import { chosen, codeFlag, noteFlag, noteTo } from './choice.ts'
import { atDesk, type Desk, json, print } from './desk.ts'
import { masked } from './mask.ts'

const id = { type: 'positional', description: "the applicant's id", required: true } as const
const reason = codeFlag(verdictReasons)
const note = noteFlag

/** `ops applicants …` */
export const applicantCommands = defineCommand({
  meta: { name: 'applicants', description: 'Identity verification' },
  subCommands: {
    list: defineCommand({
      meta: { name: 'list', description: 'Who waits for a decision, oldest first' },
      args: { json },
      run: ({ args }) => atDesk(async ({ db }) => print(await waiting(db), args.json)),
    }),
    show: defineCommand({
      meta: {
        name: 'show',
        description: 'One verification: profile, what was read and noticed, what was decided',
      },
      args: { id, json },
      run: ({ args }) => atDesk(desk => show(desk, args)),
    }),
    images: defineCommand({
      meta: { name: 'images', description: 'Writes the pictures into a folder that only you can open' },
      args: {
        id,
        folder: { type: 'string', description: 'where; delete it when you are done', required: true },
        json,
      },
      run: ({ args }) => atDesk(desk => writePictures(desk, args)),
    }),
    approve: defineCommand({
      meta: { name: 'approve', description: 'Certifies the customer' },
      args: { id, json },
      run: ({ args }) => decideVerification(args, { decision: 'approved', reason: null }),
    }),
    reject: defineCommand({
      meta: { name: 'reject', description: 'Refuses, with the reason the customer reads' },
      args: { id, reason, note, json },
      run: ({ args }) => decideVerification(args, { decision: 'reject', ...whyOf(args) }),
    }),
    'need-more': defineCommand({
      meta: { name: 'need-more', description: 'Asks for pictures again, with the reason the customer reads' },
      args: {
        id,
        reason,
        note,
        sides: {
          type: 'string',
          description: 'which, with commas: front,back,hold; all of them by default',
          default: '',
        },
        json,
      },
      run: ({ args }) =>
        decideVerification(args, { decision: 'need_more', ...whyOf(args), sides: sidesIn(args.sides) }),
    }),
  },
})

async function decideVerification(
  { id, json }: { id: string; json: boolean },
  ruling: Pick<Decision, 'decision' | 'reason' | 'note' | 'sides'>,
) {
  await atDesk(async ({ db, operator }) => {
    await review(db, { applicantId: id, operator, ...ruling })
    print([{ id, status: ruling.decision }], json)
  })
}

function whyOf({ reason, note }: { reason: string; note: string }) {
  return { reason: chosen(verdictReasons, reason), note: noteTo(reason, note) }
}

function sidesIn(words: string): Side[] | undefined {
  const named = words.split(',').filter(Boolean)
  const wrong = named.find(word => !side.safeParse(word).success)
  if (wrong) throw new PlainError(`${wrong} is no picture: front, back or hold.`)
  return named.length > 0 ? (named as Side[]) : undefined
}

async function waiting(db: Db) {
  const rows = await db
    .selectFrom('applicants')
    .innerJoin('users', 'users.id', 'applicants.user_id')
    .select(['applicants.id', 'user_id', 'users.email', 'users.lang', 'doc_type', 'submitted_at'])
    .select(sql<number>`floor(extract(epoch from now() - submitted_at) / 3600)::integer`.as('hours'))
    .where('status', '=', 'pending')
    .orderBy('submitted_at')
    .execute()
  return rows.map(masked)
}

const shown = [
  ...(['id', 'user_id', 'status', 'reason', 'note', 'doc_type'] as const),
  ...(['submitted_at', 'decided_at', 'decided_by', 'expires_on', 'profile'] as const),
]

async function show({ db, operator }: Desk, { id, json }: { id: string; json: boolean }) {
  const applicant = await applicantById(db, id)
  const secrets = deskSecrets()
  const pictures = await picturesOf(secrets, db, applicant)
  const history = await db
    .selectFrom('told_audits')
    .select(['operator', 'verb', 'detail', 'created_at'])
    .where('subject', '=', id)
    .orderBy('id')
    .execute()
  await audit(db, { operator, verb: 'applicant.show', subject: id })
  const sheet = {
    ...Object.fromEntries(shown.map(name => [name, applicant[name]])),
    findings: (await findingsNow(secrets, db, applicant)).map(({ side, what }) => `${side}: ${what}`),
    pictures: pictures.map(({ side, width, height, isRead, reading }) => ({
      ...{ side, width, height, isRead, reading },
    })),
    history,
  }
  // One row of nested things is no table.
  print(json ? [sheet] : linesOf(sheet), json)
}

function linesOf(sheet: Record<string, unknown>): Record<string, unknown>[] {
  return Object.entries(sheet).map(([name, value]) => ({
    name,
    value: value !== null && typeof value === 'object' ? JSON.stringify(value) : value,
  }))
}

async function writePictures(
  { db, operator }: Desk,
  { id, folder, json }: { id: string; folder: string; json: boolean },
) {
  const applicant = await applicantById(db, id)
  const secrets = deskSecrets()
  const place = resolve(folder)
  // Written before anything is shown: whoever looked is known, also when the disk is full.
  await audit(db, { operator, verb: 'applicant.images', subject: id })
  await mkdir(place, { recursive: true, mode: 0o700 })
  await chmod(place, 0o700)
  const files: { side: string; file: string }[] = []
  for (const { path, side } of await picturesOf(secrets, db, applicant)) {
    const file = resolve(place, `${id}-${side}.jpg`)
    await writeFile(file, await openPicture({ secrets, db }, path), { mode: 0o600, flag: 'wx' })
    files.push({ side, file })
  }
  print(files, json)
}

function deskSecrets() {
  return secretsFrom(readOperatorConfig().SECRET_KEY)
}

async function applicantById(db: Db, id: string) {
  return await db
    .selectFrom('applicants')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => new PlainError('There is no applicant with this id.'))
}
