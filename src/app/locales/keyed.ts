import type { Catalogue, Message } from '../state/locale.ts'

/** Puts the sentences of a catalogue to their keys, which both languages share. */
export function keyed(prefix: string, keys: string): (messages: Message[]) => Catalogue {
  return messages =>
    Object.fromEntries(keys.split(' ').map((key, index) => [prefix + key, messages[index] as Message]))
}
