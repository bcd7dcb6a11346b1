import type { Catalogue, Message } from '../state/locale.ts'

/**
 * Puts the sentences of a catalogue to their keys, which both languages share: first those with numbers, then the named
 * ones, as in `tab. card user rate. good`. What ends in a dot is what the names after it begin with.
 */
export function keyed(letter: string, names: string): (messages: Message[]) => Catalogue {
  let group = ''
  const named = (names.match(/\S+/g) ?? []).flatMap(name => {
    if (!name.endsWith('.')) return group + name
    group = name
    return []
  })
  return messages =>
    Object.fromEntries(
      messages.map((message, index) => [
        named[index - messages.length + named.length] ?? letter + index.toString(36),
        message,
      ]),
    )
}
