import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { act } from '@testing-library/preact'
import { h, options, render } from 'preact'
import { afterEach, expect, test } from 'vitest'
import { leanSignals } from './lean-signals.ts'

const root = join(import.meta.dirname, '../../../')
const folder = `${root}node_modules/.cache/glaze/lean-${process.pid}/`
const published = readFileSync(`${root}node_modules/@preact/signals/dist/signals.mjs`, 'utf8')
const { handler } = leanSignals().transform as unknown as { handler: (code: string) => { code: string } }
/** Whatever else takes part in drawing here. */
const others = { ...options }

afterEach(() => {
  Object.assign(options, others)
  rmSync(folder, { recursive: true, force: true })
})

/** Preact with nothing beside it but this code, as a module. */
async function alone(code: string): Promise<typeof import('@preact/signals')> {
  for (const name of Object.keys(options)) if (name !== '__e') Reflect.deleteProperty(options, name)
  const file = `${folder}${code.length}.mjs`
  mkdirSync(folder, { recursive: true })
  writeFileSync(file, code)
  return await import(/* @vite-ignore */ file)
}

test('without what draws a signal itself, a component that reads one is drawn anew', async () => {
  const { signal } = await alone(handler(published).code)
  const name = signal('one')
  const place = document.createElement('div')
  render(
    h(() => h('p', { title: name.value }, name.value), null),
    place,
  )
  act(() => {
    name.value = 'two'
  })
  expect(place.innerHTML).toBe('<p title="two">two</p>')
  render(null, place)
  name.value = 'three'
  expect(place.innerHTML).toBe('')
})

test('the attributes of an element are looked through by Preact alone, where it was twice', async () => {
  await alone(published)
  expect(looksAtDrawing()).toBe(2)
  await alone(handler(published).code)
  expect(looksAtDrawing()).toBe(1)
})

function looksAtDrawing(): number {
  let looks = 0
  const element = h('p', null)
  element.props = new Proxy(element.props, {
    ownKeys: target => {
      looks += 1
      return Reflect.ownKeys(target)
    },
  })
  render(element, document.createElement('div'))
  return looks
}

test('another code than the one that is known is refused', () => {
  expect(() => handler('export {}')).toThrow('@preact/signals has no')
})

test('tests draw no signal itself, as the built app would not', async () => {
  const { signal } = await import('@preact/signals')
  expect(() => h('p', null, signal('one') as never)).toThrow('a signal is drawn')
  expect(() => h('p', { title: signal('one') as never })).toThrow('a signal is drawn')
})
