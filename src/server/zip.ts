import { promisify } from 'node:util'
import { crc32, deflateRaw } from 'node:zlib'

/** A file of an archive; its name is plain ASCII. */
export interface ZippedFile {
  name: string
  content: Buffer
}

const deflate = promisify(deflateRaw)

/** A ZIP archive of these files, compressed off the main thread. Small archives only: no file of 4 GB. */
export async function zip(files: readonly ZippedFile[], at: Date): Promise<Buffer> {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, content } of files) {
    const packed = await deflate(content)
    const shared = sharedFields({ name, content, packed, at })
    const head = Buffer.concat([
      numbers([0x04034b50, 4]),
      shared,
      numbers([0, 2]),
      Buffer.from(name, 'latin1'),
    ])
    directory.push(
      Buffer.concat([
        numbers([0x02014b50, 4], [20, 2]),
        shared,
        numbers([0, 2], [0, 2], [0, 2], [0, 2], [0, 4], [offset, 4]),
        Buffer.from(name, 'latin1'),
      ]),
    )
    parts.push(head, packed)
    offset += head.length + packed.length
  }
  const list = Buffer.concat(directory)
  const { length } = files
  const end = numbers(
    [0x06054b50, 4],
    [0, 2],
    [0, 2],
    [length, 2],
    [length, 2],
    [list.length, 4],
    [offset, 4],
    [0, 2],
  )
  return Buffer.concat([...parts, list, end])
}

/** What the two headers of a file have in common: version, flags, method, time, check sum, sizes, length of the name. */
function sharedFields({ name, content, packed, at }: ZippedFile & { packed: Buffer; at: Date }): Buffer {
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1)
  const date = ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate()
  return numbers(
    [20, 2],
    [0, 2],
    [8, 2],
    [time, 2],
    [date, 2],
    [crc32(content), 4],
    [packed.length, 4],
    [content.length, 4],
    [name.length, 2],
  )
}

/** Numbers with their lengths in bytes, the lowest byte first. */
function numbers(...pairs: [value: number, bytes: 2 | 4][]): Buffer {
  return Buffer.concat(
    pairs.map(([value, bytes]) => {
      const buffer = Buffer.alloc(bytes)
      buffer.writeUIntLE(value, 0, bytes)
      return buffer
    }),
  )
}
