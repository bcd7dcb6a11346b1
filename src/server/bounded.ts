import * as z from 'zod/mini'

// What others answer may be wrong, endless, or meant to harm: it is read as far as it is plausible.

/** The text of an answer. Throws, and hangs up, once it is longer than so many bytes. */
export async function textWithin({ body }: Response, bytesMax: number): Promise<string> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of body ?? []) {
    size += part.byteLength
    if (size > bytesMax) throw new Error(`an answer of more than ${bytesMax} bytes`)
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

/** A list of so many at the most. Of a longer one nothing is looked at: each wrong item would be told apart, by the million. */
export function listWithin<Item extends z.ZodMiniType>(item: Item, most: number) {
  return z.pipe(z.array(z.unknown()).check(z.maxLength(most)), z.array(item))
}
