import { defineCommand } from 'citty'
import { audit } from '../audits/audit.ts'
import { type Db, transaction } from '../database/database.ts'
import { isOn, switchNames, turn } from '../params/switches.ts'
import { PlainError } from '../plain-error.ts'
import { atDesk, type Desk, json, print } from './desk.ts'

const name = { type: 'positional', description: 'its name, as `list` gives it', required: true } as const
const state = { type: 'positional', description: 'on or off', required: true } as const

/** What everybody has or has not, as operators turn it: `ops params list`, `ops params set`. */
export const switchCommands = {
  list: defineCommand({
    meta: { name: 'list', description: 'What can be turned on and off, and how it stands' },
    args: { json },
    run: ({ args }) => atDesk(async ({ db }) => print(await standing(db), args.json)),
  }),
  set: defineCommand({
    meta: { name: 'set', description: 'Turns something on or off for everybody' },
    args: { name, state, json },
    run: ({ args }) => atDesk(desk => set(desk, args)),
  }),
}

async function standing(db: Db) {
  const rows = await db.selectFrom('switches').selectAll().execute()
  return await Promise.all(
    switchNames.map(async name => {
      const { set_by = null, set_at = null } = rows.find(row => row.name === name) ?? {}
      return { name, isOn: await isOn(db, name), set_by, set_at }
    }),
  )
}

async function set({ db, operator }: Desk, asked: { name: string; state: string; json: boolean }) {
  const name = switchNames.find(known => known === asked.name)
  if (!name) throw new PlainError(`There is no such switch, but ${switchNames.join(', ')}.`)
  if (!['on', 'off'].includes(asked.state)) throw new PlainError('It is on or off.')
  const is_on = asked.state === 'on'
  await transaction(db, async db => {
    await turn(db, { name, is_on, set_by: operator })
    await audit(db, { operator, verb: 'param.set', subject: name, detail: { isOn: is_on } })
  })
  print([{ name, isOn: is_on }], asked.json)
}
