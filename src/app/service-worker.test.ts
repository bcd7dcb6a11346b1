import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { beforeEach, describe, expect, test } from 'vitest'

// The worker as it is written, in a world of its own; journeys/worker.test.ts has the built one in a browser.
const source = readFileSync(join(import.meta.dirname, 'service-worker.js'), 'utf8')
  .replace('__VERSION__', '"1"')
  .replace('__FILES__', '"one two"')
  .replace('__MAP__', '"/assets/map.json"')

type Listener = (event: object) => void
let listeners: Record<string, Listener>
let shown: unknown[][]
let opened: string[]
let windows: { url: string; focus: () => Promise<void>; navigate: (to: string) => Promise<void> }[]

beforeEach(() => {
  ;[listeners, shown, opened, windows] = [{}, [], [], []]
  runInNewContext(source, {
    URL,
    location: { origin: 'https://glaze.example' },
    addEventListener: (type: string, listener: Listener) => {
      listeners[type] = listener
    },
    registration: { showNotification: async (...words: unknown[]) => void shown.push(words) },
    clients: { matchAll: async () => windows, openWindow: async (url: string) => void opened.push(url) },
  })
})

/** A window of ours, and what was done with it. */
function windowAt(url: string) {
  const done: string[] = []
  windows.push({
    url,
    focus: async () => void done.push('focus'),
    navigate: async to => void done.push(to),
  })
  return done
}

async function happens(type: string, event: object) {
  let work: Promise<unknown> = Promise.resolve()
  listeners[type]?.({ ...event, waitUntil: (promise: Promise<unknown>) => (work = promise) })
  await work
}

const message = '/pages/message/message?id=1'
const press = (data: unknown) => {
  const closed: boolean[] = []
  const notification = { data, close: () => void closed.push(true) }
  return { closed, done: happens('notificationclick', { notification }) }
}

describe('the service worker', () => {
  test('shows what it is sent, as it is', async () => {
    const words = ['到账', { body: '*** USDT', tag: 'a', data: message }]
    await happens('push', { data: { json: () => words } })
    expect(shown).toEqual([words])
  })

  test('leads from a notification to its message where the app is open, and closes it', async () => {
    const [document, app] = [
      windowAt('https://glaze.example/api/docs'),
      windowAt('https://glaze.example/?lang=en#/pages/home/home'),
    ]
    const { closed, done } = press(message)
    await done
    expect([closed, document, app, opened]).toEqual([[true], [], ['focus', `/#${message}`], []])
  })

  test('opens the app at the message where it is not open', async () => {
    windowAt('https://glaze.example/check')
    await press(message).done
    expect(opened).toEqual([`/#${message}`])
  })

  test.each(['//evil.example', 'https://evil.example/', '/\\evil.example', undefined])(
    'leads nowhere else than into the app, whatever it is told: %j',
    async place => {
      await press(place).done
      expect(new URL(opened[0] as string, 'https://glaze.example/sw.js')).toMatchObject({
        origin: 'https://glaze.example',
        pathname: '/',
      })
    },
  )
})
