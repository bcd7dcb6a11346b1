import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { act } from '@testing-library/preact'
import { type ComponentType, h, options, render } from 'preact'
import { afterEach, expect, test } from 'vitest'
import { leanIso } from './lean-router.ts'

const root = join(import.meta.dirname, '../../../')
const folder = `${root}node_modules/.cache/glaze/router-${process.pid}/`
const others = { ...options }

afterEach(() => {
  Object.assign(options, others)
  rmSync(folder, { recursive: true, force: true })
})

/** The Router and `lazy`, cut or as they are published. */
async function iso(how: string, cut: (code: string, file: string) => string) {
  const files = ['router', 'lazy'].map(name => {
    const file = `${folder}${how}-${name}.mjs`
    mkdirSync(folder, { recursive: true })
    writeFileSync(
      file,
      cut(readFileSync(`${root}node_modules/preact-iso/src/${name}.js`, 'utf8'), `${name}.js`),
    )
    return file
  })
  const [router, lazy] = await Promise.all(files.map(file => import(/* @vite-ignore */ file)))
  return { ...router, lazy: lazy.default }
}

/** What is told and shown on a way through three pages, of which the second is left before it is here. */
async function walk({ Router, Route, LocationProvider, lazy }: Awaited<ReturnType<typeof iso>>) {
  const place = document.createElement('div')
  const told: string[] = []
  const tell = (word: string) => (url: string) => void told.push(`${word} ${url}`)
  const arrivals: Record<string, () => void> = {}
  const pages: Record<string, ComponentType> = {}
  for (const path of ['/a', '/b', '/c'])
    pages[path] = lazy(() => new Promise(done => (arrivals[path] = () => done(() => h('p', null, path)))))
  const telling = { onLoadStart: tell('wait'), onLoadEnd: tell('here'), onRouteChange: tell('at') }
  async function see(doing: () => void) {
    await act(async () => doing())
    await new Promise(done => setTimeout(done))
    told.push(place.textContent)
  }
  const go = (path: string) => {
    const route = h(Route, { default: true, component: pages[path], key: 'page' })
    const value = { url: path, path, query: {} }
    return see(() => render(h(LocationProvider.ctx.Provider, { value }, h(Router, telling, [route])), place))
  }
  await go('/a')
  await see(() => arrivals['/a']?.())
  await go('/b')
  await go('/c')
  await see(() => arrivals['/c']?.())
  await see(() => arrivals['/b']?.())
  await go('/b')
  render(null, place)
  return told.join()
}

test('a way through pages that come late is as with the published Router', async () => {
  const published = await walk(await iso('published', code => code))
  expect(published).toMatch(/^wait \/a,,here \/a,\/a,wait \/b,\/a,.*at \/b,\/b$/)
  expect(await walk(await iso('lean', leanIso))).toBe(published)
})

test('another router than the one that is known is refused', () => {
  for (const file of ['router.js', 'lazy.js']) expect(() => leanIso('export {}', file)).toThrow('there is no')
})
