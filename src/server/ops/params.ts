import { defineCommand } from 'citty'
import { audit } from '../audits/audit.ts'
import { transaction } from '../database/database.ts'
import { clearIncident, currentIncident, setIncident } from '../params/incidents.ts'
import { PlainError } from '../plain-error.ts'
import { cardKindCommands } from './card-kinds.ts'
import { atDesk, type Desk, json, print } from './desk.ts'
import { switchCommands } from './switches.ts'

const zh = { type: 'string', description: 'in Chinese, at most 300 characters', required: true } as const
const en = { type: 'string', description: 'in English, at most 300 characters', required: true } as const

/** `ops params …` */
export const paramCommands = defineCommand({
  meta: { name: 'params', description: 'What everybody is told and has, and what is offered' },
  subCommands: {
    ...switchCommands,
    ...cardKindCommands,
    incident: defineCommand({
      meta: { name: 'incident', description: 'What is told at present' },
      args: { json },
      run: ({ args }) =>
        atDesk(async ({ db }) => {
          const incident = await currentIncident(db)
          print(incident ? [{ ...incident }] : [], args.json)
        }),
    }),
    'set-incident': defineCommand({
      meta: {
        name: 'set-incident',
        description: 'Tells everybody of an incident, instead of what was told before',
      },
      args: { zh, en, json },
      run: ({ args }) => atDesk(desk => set(desk, args)),
    }),
    'clear-incident': defineCommand({
      meta: { name: 'clear-incident', description: 'Tells nothing any more' },
      args: { json },
      run: ({ args }) => atDesk(desk => clear(desk, args)),
    }),
  },
})

async function set({ db, operator }: Desk, { json, ...words }: { zh: string; en: string; json: boolean }) {
  const [zh, en] = [words.zh.trim(), words.en.trim()]
  const isFit = (text: string) => text !== '' && text.length <= 300
  if (!isFit(zh) || !isFit(en)) throw new PlainError('Both languages, and at most 300 characters each.')
  const id = await transaction(db, async db => {
    const id = await setIncident(db, { zh, en, operator })
    await audit(db, { operator, verb: 'incident.set', subject: id, detail: { zh, en } })
    return id
  })
  print([{ id, zh, en }], json)
}

async function clear({ db, operator }: Desk, { json }: { json: boolean }) {
  await transaction(db, async db => {
    const id = await clearIncident(db)
    if (!id) throw new PlainError('Nothing is told.')
    await audit(db, { operator, verb: 'incident.clear', subject: id })
    print([{ id, isCleared: true }], json)
  })
}
