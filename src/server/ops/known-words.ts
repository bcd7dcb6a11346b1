import { parseArgs } from 'node:util'
import type { ArgsDef, CommandDef, Resolvable } from 'citty'
import { PlainError } from '../plain-error.ts'

/**
 * Throws where a verb is told something that it does not know: left out in silence, a mistyped `--against` would have a
 * check of less than was asked for say that all is well. What is no noun or no verb is refused elsewhere.
 */
export async function refuseUnknownWords(ops: CommandDef, words: readonly string[]): Promise<void> {
  if (words.includes('--help') || words.includes('-h')) return
  const [noun = -1, verb = -1] = words.flatMap((word, place) => (word.startsWith('-') ? [] : [place]))
  const found = await under(await under(ops, words[noun]), words[verb])
  if (!found) return
  const args = Object.entries(await resolved<ArgsDef>(found.args ?? {}))
  const flags = args.filter(([, { type }]) => type !== 'positional')
  const positionals = positionalsIn(
    words.filter((_, place) => place !== noun && place !== verb),
    Object.fromEntries([...flags.map(flagOf), ['confirm', { type: 'string' }]]),
  )
  const extra = positionals[args.length - flags.length]
  if (extra !== undefined) throw new PlainError(`It is not known what ${JSON.stringify(extra)} is for.`)
}

type Options = Record<string, { type: 'boolean' | 'string' }>

function positionalsIn(args: string[], options: Options): string[] {
  try {
    return parseArgs({ args, options, allowPositionals: true }).positionals
  } catch (error) {
    throw new PlainError((error as Error).message)
  }
}

function flagOf([name, { type }]: [string, ArgsDef[string]]): [string, { type: 'boolean' | 'string' }] {
  return [name, { type: type === 'boolean' ? 'boolean' : 'string' }]
}

async function under(command: CommandDef | undefined, name = ''): Promise<CommandDef | undefined> {
  const commands = await resolved<Record<string, Resolvable<CommandDef>>>(command?.subCommands ?? {})
  const found = Object.hasOwn(commands, name) ? commands[name] : undefined
  return found && (await resolved(found))
}

async function resolved<T>(given: Resolvable<T>): Promise<T> {
  return await (typeof given === 'function' ? (given as () => T | Promise<T>)() : given)
}
