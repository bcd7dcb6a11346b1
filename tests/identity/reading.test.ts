import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { readPicture } from '../../src/server/identity/reading/read.ts'
import { openReader } from '../../src/server/identity/reading/reader.ts'
import { drawTemplates, type Template } from '../../src/server/identity/reading/templates.ts'
import { someone } from './papers/holders.ts'
import { cardLines, type Holder, passportLines } from './papers/lines.ts'
import { photographOf, type Shot } from './papers/paper.ts'

const kinds = { passport: passportLines, card: cardLines }
type Kind = keyof typeof kinds

let templates: Template[]
beforeAll(async () => {
  templates = await drawTemplates()
})

const drawn = (kind: Kind, holder: Holder, shot: Shot = {}) => photographOf(kind, kinds[kind](holder), shot)

/** What the zone has room for, spelled as it spells. */
function nameOf({ lastName, firstName }: Holder, kind: Kind): string {
  const written = `${lastName}  ${firstName}`.replace(/['-]/g, ' ')
  return written.slice(0, kind === 'passport' ? 39 : 30).trim()
}

/** How one photograph was read: as it is, not at all, or wrong and believed. */
async function outcome(kind: Kind, holder: Holder, picture: Buffer) {
  const reading = await readPicture(picture, templates)
  if (!reading) return 'unread'
  const short = (day: string) => day.slice(2).replaceAll('-', '')
  const isProved =
    reading.number === holder.number &&
    short(reading.birthday) === holder.birthday &&
    short(reading.expiresOn) === holder.expiry
  const isName = `${reading.lastName}  ${reading.firstName}`.trim() === nameOf(holder, kind)
  if (!isProved || (reading.isNameSure && !isName)) return 'wrong'
  return isName ? 'exact' : 'unread'
}

const every = 4
const shots: [string, Shot, number][] = [
  ['clean', {}, every],
  ['turned by 3°', { degrees: 3 }, every],
  ['turned by -3°', { degrees: -3, quality: 80 }, every],
  ['a little out of focus', { blur: 1.5 }, every - 1],
  ['noisy', { noise: 12 }, every - 1],
  ['JPEG of quality 60, small', { quality: 60, scale: 8.5, degrees: 1 }, every - 1],
]

describe('reading machine-readable zones', () => {
  describe.each(['passport', 'card'] as const)('of a %s', kind => {
    test.each(shots)('%s', async (name, shot, exactAtLeast) => {
      const outcomes: string[] = []
      for (let seed = 1; seed <= every; seed++) {
        const holder = someone(seed * 7 + name.length)
        outcomes.push(await outcome(kind, holder, await drawn(kind, holder, { ...shot, seed })))
      }
      expect(outcomes).not.toContain('wrong')
      expect(outcomes.filter(one => one === 'exact').length).toBeGreaterThanOrEqual(exactAtLeast)
    })

    test.each([90, 180, 270])('that lies on its side or head, %i°', async degrees => {
      const holder = someone(degrees)
      const turned = await sharp(await drawn(kind, holder))
        .rotate(degrees)
        .jpeg()
        .toBuffer()
      expect(await outcome(kind, holder, turned)).toBe('exact')
    })

    test.each(['noise that hides it', 'far too soft'])('%s is not read, and never wrong', async name => {
      const shot = name === 'far too soft' ? { blur: 7 } : { noise: 90 }
      const holder = someone(5)
      expect(await outcome(kind, holder, await drawn(kind, holder, shot))).toBe('unread')
    })

    test('a broken check digit makes it none, whichever it is', async () => {
      const [first = '', second = '', third = ''] = kinds[kind](someone(3))
      const off = (line: string, at: number) =>
        line.slice(0, at) + ((Number(line[at]) + 1) % 10) + line.slice(at + 1)
      const broken =
        kind === 'passport'
          ? [9, 19, 27, 43].map(at => [first, off(second, at)])
          : [...[6, 14, 29].map(at => [first, off(second, at), third]), [off(first, 14), second, third]]
      for (const lines of broken) {
        expect(await readPicture(await photographOf(kind, lines), templates)).toBeNull()
      }
    })
  })

  test('a page without a zone, a flat picture, noise and what is no picture have none', async () => {
    const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
    const plain = { width: 1200, height: 850, channels: 3, background: '#3f7f6f' } as const
    for (const picture of [
      await photographOf('passport', []),
      await photographOf('passport', [
        'SURNAME AND GIVEN NAMES OF THE BEARER',
        'NATIONALITY AND DATE OF BIRTH HERE',
      ]),
      await sharp({ create: plain }).jpeg().toBuffer(),
      await sharp({ create: { ...plain, noise } })
        .jpeg()
        .toBuffer(),
    ]) {
      expect(await readPicture(picture, templates)).toBeNull()
    }
    await expect(readPicture(Buffer.from('no picture'), templates)).rejects.toThrow()
  })
})

describe('the reader', () => {
  test('goes on after a picture that brings its thread down, and after one that takes too long', async () => {
    const reader = openReader({
      thread: new URL('./papers/bad-thread.ts', import.meta.url),
      patienceMs: 3000,
    })
    const asked = ['good', 'exit', 'throw', 'good', 'never', 'good'].map(word =>
      reader.read(Buffer.from(word)),
    )
    const answers = await Promise.allSettled(asked)
    expect(answers.map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'rejected',
      'fulfilled',
      'rejected',
      'fulfilled',
    ])
    await reader.close()
  })

  test('reads in its thread what is read without it', async () => {
    const reader = openReader()
    const holder = someone(11)
    const picture = await drawn('passport', holder)
    await expect(reader.read(Buffer.from('no picture'))).rejects.toThrow()
    expect(await reader.read(picture)).toEqual(await readPicture(picture, templates))
    await reader.close()
  })
})
