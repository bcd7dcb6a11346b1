import { readFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { openBrowser } from '../tests/fixtures/browser.ts'
import { serve } from './serve.ts'
import { beginAll, moving, type Steps, walk } from './steps.ts'
import { type Cost, type Phone, slowPhone } from './watch.ts'

// `npm run interactions`: how the built app answers the hand on a phone six times slower than this machine, against
// budgets/interactions.json. Times are counted in floors: what a page of the same kind without script takes the main
// thread to load, and to answer a tap, on the same phone in the same round, at the best of three loads. Of three rounds
// the middle one counts, since the machine may be faster in one than in another; of heap and layout shift the worst.

const rounds = Number(process.env.ROUNDS ?? 3)
const phone = { slowdown: 6, size: { width: 412, height: 823 } }
const idleRoutes = {
  Home: '/',
  card: '/pages/card/card',
  bill: '/pages/bill/bill',
  transferIn: '/pages/transferIn/transferIn?coin=USDT&chain=ERC20',
}
/** As long as the longest pause between two looks for news (`app/touch/news.ts`): one is in it. */
const idleSeconds = 20
/** Floors: see above. What is not limited is not listed. */
interface Budget {
  steps: Record<string, Partial<Pick<Cost, 'longest' | 'blocked' | 'reply' | 'work'>>>
  shift: number
  heapMB: number
  idlePercent: number
}

const budget: Budget = JSON.parse(readFileSync(new URL('interactions.json', import.meta.url), 'utf8'))
const browser = await openBrowser()
const app = await serve()
try {
  const walks = []
  for (let round = 1; round <= rounds; round++) {
    const floor = bestFloor([await onPhone(floorOf), await onPhone(floorOf), await onPhone(floorOf)])
    walks.push({ ...(await onPhone(slow => walk(slow, app.url))), floor })
    const words = `a page without script loads in ${Math.round(floor.work)} ms and answers in ${floor.reply} ms`
    console.log(`round ${round}: ${words}; load average ${loadavg()[0]?.toFixed(1)}`)
  }
  process.exitCode = judge(walks, await idle()) ? 0 : 1
} finally {
  await browser.close()
  app.stop()
}
process.exit()

async function onPhone<T>(use: (standing: Phone) => Promise<T>): Promise<T> {
  const standing = await slowPhone(browser, phone)
  try {
    // The browser makes a process for the site: that is not the page's doing.
    await standing.open(`${app.url}icons/icon.svg`)
    return await use(standing)
  } finally {
    await standing.close()
  }
}

/** What the same things cost where there is no script. */
async function floorOf(slow: Phone): Promise<Floor> {
  const { work } = await slow.cost(() => slow.open(`${app.url}floor.html`))
  const { reply } = await slow.cost(() => slow.tap('nav a'))
  return { work, reply }
}

/** What pages do while nobody does anything. */
async function idle(): Promise<Record<string, number>> {
  const found: Record<string, number> = {}
  for (const [name, route] of Object.entries(idleRoutes)) {
    found[name] = await onPhone(async slow => {
      await slow.cost(() => slow.open(`${app.url}?as=customer#${route}`))
      await beginAll(slow)
      return await slow.idle(idleSeconds)
    })
  }
  return found
}

type Floor = Pick<Cost, 'work' | 'reply'>

interface Walk {
  steps: Steps
  heapMB: number
  floor: Floor
}

function bestFloor(floors: readonly Floor[]): Floor {
  return {
    work: Math.min(...floors.map(({ work }) => work)),
    reply: Math.min(...floors.map(({ reply }) => reply)),
  }
}

function judge(walks: readonly Walk[], idleOf: Record<string, number>): boolean {
  const names = Object.keys(walks[0]?.steps ?? {})
  const costs = names.map(name => ({ name, rounds: walks.map(({ steps }) => steps[name] as Cost) }))
  console.log('\nTimes of the middle round, in ms:')
  console.table(Object.fromEntries(costs.map(({ name, rounds }) => [name, rounded(middleOf(rounds))])))

  const rows = names.flatMap(name =>
    Object.entries(budget.steps[name] ?? {}).map(([what, limit]) => ({
      what: `${name}: ${what}, in floors`,
      is: middle(walks.map(walk => inFloors(walk, name, what as keyof Cost))),
      limit,
    })),
  )
  const still = costs.filter(({ name }) => !moving.includes(name))
  rows.push(
    {
      what: 'layout shift of any step',
      is: Math.max(...still.map(({ rounds }) => middleOf(rounds).shift)),
      limit: budget.shift,
    },
    { what: 'heap of Home, MB', is: Math.max(...walks.map(walk => walk.heapMB)), limit: budget.heapMB },
    ...Object.entries(idleOf).map(([name, is]) => ({
      what: `idle ${name}, percent`,
      is,
      limit: budget.idlePercent,
    })),
  )
  console.table(rows.map(row => ({ ...row, is: Number(row.is.toFixed(3)), isKept: row.is <= row.limit })))
  return rows.every(({ is, limit }) => is <= limit)
}

function inFloors({ steps, floor }: Walk, name: string, what: keyof Cost): number {
  return (steps[name] as Cost)[what] / (what === 'reply' ? floor.reply : floor.work)
}

function middleOf(rounds: readonly Cost[]): Cost {
  const of = (what: keyof Cost) => middle(rounds.map(cost => cost[what]))
  return {
    longest: of('longest'),
    blocked: of('blocked'),
    reply: of('reply'),
    work: of('work'),
    shift: Math.max(...rounds.map(({ shift }) => shift)),
  }
}

function middle(values: readonly number[]): number {
  return [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] as number
}

function rounded({ shift, ...times }: Cost) {
  const whole = Object.fromEntries(Object.entries(times).map(([name, ms]) => [name, Math.round(ms)]))
  return { ...whole, shift: Number(shift.toFixed(4)) }
}
