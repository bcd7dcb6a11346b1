import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { decorative, faded, shapes, texts } from './contrast.ts'

type Colour = [red: number, green: number, blue: number]
type Tokens = Record<string, Colour>

const app = join(process.cwd(), 'src/app')
const sheet = readFileSync(join(app, 'styles/tokens.css'), 'utf8')
const light = tokensOf(':root')
const themes = { light, dark: { ...light, ...tokensOf('[data-theme="dark"]') } }

const sources = readdirSync(app, { recursive: true, encoding: 'utf8' })
  .filter(file => /\.(tsx?|css)$/.test(file) && !/\.test\.|^build\//.test(file))
  .map(file => ({ file, text: readFileSync(join(app, file), 'utf8') }))
/** What stands between braces, without rules inside. */
const rules = sources.flatMap(({ file, text }) =>
  [...text.matchAll(/([^{};`]*)[{`]([^{}`]*)(?=[}&@`])/g)].map(([, selector = '', body = '']) => ({
    file,
    selector: selector.trim(),
    body,
  })),
)

describe.each(Object.entries(themes))('%s', (_, tokens) => {
  test.each(each(texts))('%s is read on %s', (ink, ground) => {
    expect(contrast(at(tokens, ink), at(tokens, ground))).toBeGreaterThanOrEqual(4.5)
  })

  test.each(each(shapes))('%s is seen on %s', (ink, ground) => {
    expect(contrast(at(tokens, ink), at(tokens, ground))).toBeGreaterThanOrEqual(3)
  })

  test.each(each(faded.pairs))('%s on %s can be read even when it is faded', (ink, ground) => {
    const page = at(tokens, 'bg')
    const behind = ground === 'surface' || ground === 'bg' ? at(tokens, ground) : page
    const [front, back] = [ink, ground].map(name => mixed(at(tokens, name), behind, faded.least))
    expect(contrast(front as Colour, back as Colour)).toBeGreaterThanOrEqual(3)
  })
})

test('every colour is on the list', () => {
  const named = [...texts, ...shapes].flatMap(({ ink, on }) => [ink, ...on])
  const known = new Set([...named, ...decorative])
  for (const tokens of Object.values(themes)) {
    expect(Object.keys(tokens).filter(name => !known.has(name))).toEqual([])
  }
})

test('every rule that sets words on a ground has its pair on the list', () => {
  const listed = new Set(each(texts).map(String))
  const used = rules.flatMap(({ file, body }) => {
    const ink = /(?:^|[\s;])color:\s*var\(--([\w-]+)\)/.exec(body)?.[1]
    const ground = /(?:^|[\s;])background:\s*var\(--([\w-]+)\)/.exec(body)?.[1]
    return ink && ground && ink in light && ground in light ? [{ file, pair: `${ink},${ground}` }] : []
  })
  expect(used.length).toBeGreaterThan(20)
  expect(used.filter(({ pair }) => !listed.has(pair))).toEqual([])
})

test('nothing that cannot be pressed is faded further than its words can bear', () => {
  const disabled = rules.filter(({ selector }) => /:disabled|\[disabled\]|\[aria-disabled/.test(selector))
  const opacities = disabled.flatMap(({ file, body }) => {
    const opacity = /(?:^|[\s;])opacity:\s*([\d.]+)/.exec(body)?.[1]
    return opacity ? [{ file, opacity: Number(opacity) }] : []
  })
  expect(opacities.length).toBeGreaterThan(3)
  expect(opacities.filter(({ opacity }) => opacity < faded.least)).toEqual([])
})

test('words on every glaze of a card can be read, where it is darkest and where it is lightest', () => {
  const text = readFileSync(join(app, 'ui/card-face.tsx'), 'utf8')
  const faces = [...text.matchAll(/--face-ink: (#\w+);\s*--face: ([^;]+);/g)]
  expect(faces).toHaveLength(6)
  for (const [, ink = '', face = ''] of faces) {
    const stops = face.match(/#\w{6}/g) ?? []
    for (const stop of stops) {
      expect(contrast(colourOf(ink), colourOf(stop)), `${ink} on ${stop}`).toBeGreaterThanOrEqual(4.5)
    }
  }
})

function tokensOf(selector: string): Tokens {
  const body = sheet.slice(sheet.indexOf(`${selector} {`)).split('}', 1)[0] ?? ''
  const colours = [...body.matchAll(/--([\w-]+): (#\w+);/g)]
  return Object.fromEntries(colours.map(([, name, hex]) => [name, colourOf(hex as string)]))
}

function each(pairs: typeof texts): [ink: string, ground: string][] {
  return pairs.flatMap(({ ink, on }) => on.map((ground): [string, string] => [ink, ground]))
}

function at(tokens: Tokens, name: string): Colour {
  const colour = tokens[name]
  if (!colour) throw new Error(`there is no colour --${name}`)
  return colour
}

function colourOf(hex: string): Colour {
  const digits = hex.length === 4 ? [...hex.slice(1)].map(digit => digit + digit).join('') : hex.slice(1)
  const [red = 0, green = 0, blue = 0] = (digits.match(/../g) ?? []).map(part => Number.parseInt(part, 16))
  return [red, green, blue]
}

function mixed(front: Colour, back: Colour, opacity: number): Colour {
  return front.map((part, index) => part * opacity + (back[index] as number) * (1 - opacity)) as Colour
}

/** As WCAG 2.2 reckons it: from 1 to 21. */
function contrast(one: Colour, other: Colour): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

function luminance(colour: Colour): number {
  const [red = 0, green = 0, blue = 0] = colour
    .map(part => part / 255)
    .map(part => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
