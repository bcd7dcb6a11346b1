import { screen } from '@testing-library/preact'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { setLanguage } from '../state/locale.ts'

/** A registration whose worker is in control, as the browser hands it over. */
class Registration extends EventTarget {
  active = new EventTarget()
  waiting: EventTarget | null = null
  installing: EventTarget | null = null
  update = async () => {}

  /** A newer worker begins to fill its cache. */
  begin() {
    this.installing = new EventTarget()
    this.dispatchEvent(new Event('updatefound'))
  }
  /** It is whole, and waits. */
  end() {
    const worker = this.installing as EventTarget
    this.waiting = worker
    this.installing = null
    worker.dispatchEvent(new Event('statechange'))
  }
}

let registration: Registration
let registerWorker: () => void

beforeEach(async () => {
  await setLanguage('zh-CN')
  registration = new Registration()
  vi.stubEnv('PROD', true)
  vi.stubGlobal('navigator', {
    ...navigator,
    serviceWorker: Object.assign(new EventTarget(), {
      controller: registration.active,
      ready: Promise.resolve(registration),
    }),
  })
  // Each test is a visit of its own.
  vi.resetModules()
  registerWorker = (await import('./update.ts')).registerWorker
})
afterEach(() => {
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
  document.body.replaceChildren()
})

describe('a newer app is offered', () => {
  test('once it is here', async () => {
    registerWorker()
    await Promise.resolve()
    registration.begin()
    expect(screen.queryByRole('status')).toBeNull()
    registration.end()
    expect(await screen.findByRole('status')).toBeTruthy()
  })

  test('that the browser had begun to fetch before the page was quiet', async () => {
    registration.begin()
    registerWorker()
    await Promise.resolve()
    registration.end()
    expect(await screen.findByRole('status')).toBeTruthy()
  })
})
