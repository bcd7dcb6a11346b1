import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { act } from '@testing-library/preact'
import { h, options, render } from 'preact'
import { afterEach, expect, test } from 'vitest'
import { leanSignal } from './lean-signals.ts'

const root = join(import.meta.dirname, '../../../')
const folder = `${root}node_modules/.cache/glaze/lean-${process.pid}/`
const published = readFileSync(`${root}node_modules/@preact/signals/dist/signals.mjs`, 'utf8')
const core = readFileSync(`${root}node_modules/@preact/signals-core/dist/signals-core.mjs`, 'utf8')
const lean = leanSignal(published, 'signals.mjs')
/** Whatever else takes part in drawing here. */
const others = { ...options }

afterEach(() => {
  Object.assign(options, others)
  rmSync(folder, { recursive: true, force: true })
})

/** Preact with nothing beside it but this code, as a module. */
async function alone(code: string): Promise<typeof import('@preact/signals')> {
  for (const name of Object.keys(options)) if (name !== '__e') Reflect.deleteProperty(options, name)
  return await asModule(code)
}

async function asModule(code: string) {
  const file = `${folder}${code.length}.mjs`
  mkdirSync(folder, { recursive: true })
  writeFileSync(file, code)
  return await import(/* @vite-ignore */ file)
}

test('without what draws a signal itself, a component that reads one is drawn anew', async () => {
  const { signal } = await alone(lean)
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
  await alone(lean)
  expect(looksAtDrawing()).toBe(1)
})

test('without names, watchers and batches, what follows a signal follows it as before', async () => {
  expect(await heard(core)).toEqual(['3', '5', 'a 3', 'end', '5', 'a 5'])
  expect(await heard(leanSignal(core, 'signals-core.mjs'))).toEqual(await heard(core))
})

/** What a subscriber, an effect with an end and one that begins too late hear of a computed signal. */
async function heard(code: string): Promise<string[]> {
  const { signal, computed, effect } = await asModule(code)
  const told: string[] = []
  const [one, two] = [signal(1), signal(2)]
  const sum = computed(() => one.value + two.value)
  const stop = sum.subscribe((value: number) => told.push(`${value}`))
  one.value = 3
  one.value = 3
  stop()
  one.value = 1
  const end = effect(() => {
    told.push(`a ${sum.value}`)
    return () => void told.push('end')
  })
  const stopAgain = sum.subscribe(() => {})
  stopAgain()
  end()
  one.value = 3
  told.push(`${sum.peek()}`, `a ${sum.value}`)
  return told
}

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
  for (const file of ['signals.mjs', 'signals-core.mjs'])
    expect(() => leanSignal('export {}', file)).toThrow('there is no')
})

test('tests draw no signal itself, as the built app would not', async () => {
  const { signal } = await import('@preact/signals')
  expect(() => h('p', null, signal('one') as never)).toThrow('a signal is drawn')
  expect(() => h('p', { title: signal('one') as never })).toThrow('a signal is drawn')
})
