import type { Catalogue, Message } from '../state/locale.ts'

/** Puts the sentences of a catalogue to their keys, which both languages share: first those with numbers, then the named ones. */
export function keyed(letter: string, prefix: string, names: string): (messages: Message[]) => Catalogue {
  const named = names ? names.split(' ').map(name => prefix + name) : []
  return messages =>
    Object.fromEntries(
      messages.map((message, index) => [
        named[index - messages.length + named.length] ?? letter + index.toString(36),
        message,
      ]),
    )
}
