import { defineCommand } from 'citty'
import { audit } from '../audits/audit.ts'
import { kindById } from '../cards/kinds.ts'
import { isOffered, kindsNow, switchKind } from '../cards/offers.ts'
import { transaction } from '../database/database.ts'
import { PlainError } from '../plain-error.ts'
import { atDesk, type Desk, json, print } from './desk.ts'

const id = { type: 'positional', description: 'its id, as `card-kinds` lists it', required: true } as const

/** Verbs of `ops params` for the kinds of card that are offered. */
export const cardKindCommands = {
  'card-kinds': defineCommand({
    meta: { name: 'card-kinds', description: 'Kinds of card, and whether they are offered' },
    args: { json },
    run: ({ args }) =>
      atDesk(async ({ db }) => {
        const kinds = await kindsNow(db)
        print(
          kinds.map(({ id, name, type, status }) => ({ id, name, type, status })),
          args.json,
        )
      }),
  }),
  'stop-card-kind': defineCommand({
    meta: { name: 'stop-card-kind', description: 'No new card of that kind; those that exist go on' },
    args: { id, json },
    run: ({ args }) => atDesk(desk => change(desk, { id: args.id, isOn: false, asJson: args.json })),
  }),
  'offer-card-kind': defineCommand({
    meta: { name: 'offer-card-kind', description: 'New cards of that kind again' },
    args: { id, json },
    run: ({ args }) => atDesk(desk => change(desk, { id: args.id, isOn: true, asJson: args.json })),
  }),
}

async function change(
  { db, operator }: Desk,
  { id, isOn, asJson }: { id: string; isOn: boolean; asJson: boolean },
) {
  const kind = kindById(id)
  if (!kind) throw new PlainError(`There is no kind of card ${id}.`)
  const isOnNow = await transaction(db, async db => {
    if (!(await switchKind(db, { id, isOn, operator }))) {
      throw new PlainError(isOn ? `${id} is not stopped.` : `${id} is stopped.`)
    }
    await audit(db, { operator, verb: isOn ? 'cardKind.offer' : 'cardKind.stop', subject: id })
    return await isOffered(db, kind)
  })
  print([{ id, status: isOnNow ? 'enable' : 'disable' }], asJson)
}
