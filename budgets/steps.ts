import { card } from './holdings.ts'
import type { Cost, Phone } from './watch.ts'

/** What is done with the app, one after another on one phone; each answers what it cost. */
export type Steps = Record<string, Cost>

const rows = 'main section li'
const days = 'main section h3'

/**
 * Here things move because the page is scrolled without a hand: the button at the end of the list goes down with every
 * page, and days come to their real height as they are met.
 */
export const moving = ['read on to a thousand bills', 'scroll through them', 'open one of them']

/** A day with the app: from opening it to its longest list, then forms. */
export async function walk(phone: Phone, url: string): Promise<{ steps: Steps; heapMB: number }> {
  const steps: Steps = {}
  const step = async (name: string, doing: () => Promise<void>) => {
    steps[name] = await phone.cost(doing)
  }

  await step('open Home', async () => {
    await phone.open(`${url}?as=customer#/`)
    await phone.see('main a[href*="/bill/bill?id="]', 5)
  })
  const heapMB = await phone.heap()
  await step('begin what can wait', () => beginAll(phone))
  await step('to the card tab', async () => {
    await phone.tap('nav a[href="#/pages/card/card"]')
    await phone.see('main a[href*="/bill/bill?id="]', 5)
  })
  await step('back to Home', async () => {
    await phone.tap('nav a[href="#/"]')
    await phone.see('main a[href="#/pages/bill/bill"]')
  })
  await step('open bills', async () => {
    await phone.tap('main a[href="#/pages/bill/bill"]')
    await phone.see(rows, 25)
  })
  await step('read on to a thousand bills', () => readOn(phone))
  await step('scroll through them', () => scrollUp(phone))
  await step('open one of them', async () => {
    await phone.tap('main section:nth-of-type(1) li button')
    await phone.see('dialog[open] h2')
  })
  await step('close it', async () => {
    await phone.run('history.back()')
    await phone.run(`document.querySelector('dialog[open]')?.close()`)
  })
  await step('leave them', async () => {
    await phone.run('history.back()')
    await phone.see('main a[href="#/pages/bill/bill"]')
  })
  await step('back to them', async () => {
    await phone.run('history.forward()')
    await phone.see(rows, 25)
  })
  await forms(phone, step)
  return { steps, heapMB }
}

/** What a first touch brings along, and what comes three seconds later, one after another, until nothing more is loaded. */
export async function beginAll(phone: Phone) {
  await phone.run(`dispatchEvent(new Event('pointerdown'))`)
  await phone.see('html[data-perf]')
  await phone.run(`new Promise(done => {
    const loaded = () => performance.getEntriesByType('resource').length
    const look = (before, looks) => {
      if (loaded() === before || looks === 0) done()
      else setTimeout(look, 4_500, loaded(), looks - 1)
    }
    look(-1, 8)
  })`)
}

type Step = (name: string, doing: () => Promise<void>) => Promise<void>

async function forms(phone: Phone, step: Step) {
  await step('open a recharge', async () => {
    await visit(phone, `/pages/rechargeCard2/rechargeCard2?cardId=${card.celadon.id}`)
    await phone.see('main section button')
  })
  await step('type an amount', () => phone.type('123.45'))
  await step('open a PIN pad', async () => {
    await visit(phone, '/pages/updatePinCode/updatePinCode')
    await phone.see('form button[type=submit]')
  })
  await step('tap a PIN', async () => {
    for (const nth of [2, 4, 6, 8, 1, 3]) await phone.tap(`form div button:nth-child(${nth})`)
  })
  await step('open a form', async () => {
    await visit(phone, '/pages/forget/forget')
    await phone.see('input[type=password]')
  })
  await step('type into fields', async () => {
    await phone.tap('input[type=email]')
    await phone.type('wen.lin@mail.test')
    await phone.tap('input[type=password]')
    await phone.type('porcelain1')
  })
}

async function visit(phone: Phone, route: string) {
  await phone.run(`location.hash = ${JSON.stringify(route)}`)
}

/** Down to the end, again and again, until a thousand are there: twelve a day. */
async function readOn(phone: Phone) {
  for (let seen = 3; seen < 83; ) {
    await phone.run('scrollTo(0, document.documentElement.scrollHeight)')
    await phone.see(days, seen + 1)
    seen = await phone.run<number>(`document.querySelectorAll(${JSON.stringify(days)}).length`)
  }
}

/** Up from the end to the top, a screen a frame for forty frames, as a hard fling goes. */
async function scrollUp(phone: Phone) {
  await phone.run(`new Promise(done => {
    const screens = 40
    const height = document.documentElement.scrollHeight
    let left = screens
    const next = () => {
      scrollTo(0, height * --left / screens)
      left > 0 ? requestAnimationFrame(next) : done()
    }
    next()
  })`)
}
