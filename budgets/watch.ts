import type { Browser, CDPSession } from 'playwright-core'

// A phone that is slowed down, driven over the browser's own protocol: what Playwright would run inside the page to find
// its way costs tens of milliseconds there, and would be measured with it.

/**
 * What something cost, in ms of the slowed-down main thread. Tasks are counted by the processor time of their thread:
 * whatever else runs on the machine hardly shows.
 */
export interface Cost {
  /** The longest task. */
  longest: number
  /** Of all tasks what is above 50 ms. */
  blocked: number
  /** From the slowest tap or key to the next frame, by the clock; 0 when nothing was pressed. */
  reply: number
  /** All tasks together. */
  work: number
  /** How far things jumped by themselves (cumulative layout shift). */
  shift: number
}

export interface Phone {
  open(url: string): Promise<void>
  /** Waits until a selector matches, at least `count` times. */
  see(selector: string, count?: number): Promise<void>
  tap(selector: string): Promise<void>
  /** Presses the keys of a keyboard, one after another, as fast as they are answered. */
  type(text: string): Promise<void>
  /** Runs an expression in the page. */
  run<T>(expression: string): Promise<T>
  /** What doing something costs, until the page is at rest. */
  cost(doing: () => Promise<void>): Promise<Cost>
  /** JavaScript heap after a collection, in MB. */
  heap(): Promise<number>
  /** Share of a main thread that works, in percent, over some seconds in which nobody does anything. */
  idle(seconds: number): Promise<number>
  close(): Promise<void>
}

const watching = `{
  const seen = { replies: [], shift: 0 }
  const take = {
    event: ({ duration, interactionId }) => interactionId && seen.replies.push(duration),
    'layout-shift': ({ value, hadRecentInput }) => { if (!hadRecentInput) seen.shift += value },
  }
  const watchers = Object.entries(take).map(([type, keep]) => {
    const watcher = new PerformanceObserver(list => list.getEntries().forEach(keep))
    watcher.observe({ type, buffered: true, durationThreshold: 16 })
    return () => watcher.takeRecords().forEach(keep)
  })
  globalThis.seenSoFar = () => {
    for (const flush of watchers) flush()
    const { replies, shift } = seen
    Object.assign(seen, { replies: [], shift: 0 })
    return { reply: Math.max(0, ...replies), shift }
  }
}`

const pause = (ms: number) => new Promise(done => setTimeout(done, ms))
const pollMs = 50
const restMs = 400

interface Slow {
  slowdown: number
  size: { width: number; height: number }
}

/** Opens a new phone, slowed down that many times. */
export async function slowPhone(browser: Browser, slow: Slow): Promise<Phone> {
  const { context, page, tools } = await slowPage(browser, slow)

  async function run<T>(expression: string): Promise<T> {
    const { result, exceptionDetails } = await tools.send('Runtime.evaluate', {
      expression,
      awaitPromise: true,
      returnByValue: true,
    })
    if (exceptionDetails)
      throw new Error(`${expression}: ${exceptionDetails.exception?.description ?? exceptionDetails.text}`)
    return result.value as T
  }
  async function see(selector: string, count = 1) {
    const deadline = Date.now() + 30_000
    while (!(await run(`document.querySelectorAll(${JSON.stringify(selector)}).length >= ${count}`))) {
      if (Date.now() > deadline) throw new Error(`${selector} was not seen`)
      await pause(pollMs)
    }
  }

  return {
    run,
    see,
    async open(url) {
      await page.goto(url, { waitUntil: 'commit' })
    },
    tap: selector => tap(tools, { run, see }, selector),
    async type(text) {
      for (const key of text) {
        await tools.send('Input.dispatchKeyEvent', { type: 'keyDown', key, text: key })
        await tools.send('Input.dispatchKeyEvent', { type: 'keyUp', key })
      }
    },
    async cost(doing) {
      await run('globalThis.seenSoFar?.()')
      const tasks = await tasksOf(tools, async () => {
        await doing()
        await rest(tools)
      })
      return { ...(await run<Pick<Cost, 'reply' | 'shift'>>('seenSoFar()')), ...sumsOf(tasks) }
    },
    async heap() {
      await tools.send('HeapProfiler.collectGarbage')
      const { usedSize } = await tools.send('Runtime.getHeapUsage')
      return usedSize / 1e6
    },
    async idle(seconds) {
      await rest(tools)
      const tasks = await tasksOf(tools, () => pause(seconds * 1_000))
      return sumsOf(tasks).work / (seconds * 10)
    },
    close: () => context.close(),
  }
}

async function slowPage(browser: Browser, { slowdown, size }: Slow) {
  const context = await browser.newContext({
    viewport: size,
    deviceScaleFactor: 1.75,
    isMobile: true,
    hasTouch: true,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
  })
  const page = await context.newPage()
  const tools = await context.newCDPSession(page)
  await tools.send('Page.enable')
  await tools.send('Performance.enable')
  await tools.send('Page.addScriptToEvaluateOnNewDocument', { source: watching })
  await tools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  return { context, page, tools }
}

/** A finger on the middle of something, and off again. */
async function tap(tools: CDPSession, { run, see }: Pick<Phone, 'run' | 'see'>, selector: string) {
  await see(selector)
  const { x, y } = await run<{ x: number; y: number }>(`(() => {
    const element = document.querySelector(${JSON.stringify(selector)})
    element.scrollIntoView({ block: 'center' })
    const { left, top, width, height } = element.getBoundingClientRect()
    return { x: left + width / 2, y: top + height / 2 }
  })()`)
  await tools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] })
  await tools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}

interface TraceEvent {
  name: string
  pid: number
  tid: number
  /** Processor time of the thread, in microseconds. */
  tdur?: number
  args?: { name?: string }
}

/** The tasks of the page's main thread while something is done, in ms. */
async function tasksOf(tools: CDPSession, doing: () => Promise<unknown>): Promise<number[]> {
  const events: TraceEvent[] = []
  const collect = ({ value }: { value: object[] }) => void events.push(...(value as TraceEvent[]))
  const complete = new Promise(done => tools.once('Tracing.tracingComplete', done))
  tools.on('Tracing.dataCollected', collect)
  await tools.send('Tracing.start', {
    traceConfig: { includedCategories: ['disabled-by-default-devtools.timeline'] },
  })
  await doing()
  await tools.send('Tracing.end')
  await complete
  tools.off('Tracing.dataCollected', collect)

  const threadOf = ({ pid, tid }: TraceEvent) => `${pid}:${tid}`
  const tasks = new Map<string, number[]>()
  for (const event of events) {
    if (event.name === 'thread_name' && event.args?.name === 'CrRendererMain') tasks.set(threadOf(event), [])
  }
  for (const event of events)
    if (event.name === 'RunTask') tasks.get(threadOf(event))?.push((event.tdur ?? 0) / 1_000)
  // The browser keeps an empty renderer in reserve.
  return [...tasks.values()].sort((one, other) => sumsOf(other).work - sumsOf(one).work)[0] ?? []
}

function sumsOf(tasks: readonly number[]): Pick<Cost, 'longest' | 'blocked' | 'work'> {
  return {
    longest: tasks.reduce((longest, ms) => Math.max(longest, ms), 0),
    blocked: tasks.reduce((all, ms) => all + Math.max(0, ms - 50), 0),
    work: tasks.reduce((all, ms) => all + ms, 0),
  }
}

/** Waits until the main thread has done next to nothing for a while. */
async function rest(tools: CDPSession) {
  const deadline = Date.now() + 15_000
  for (let before = Number.NEGATIVE_INFINITY; Date.now() < deadline; ) {
    const { metrics } = await tools.send('Performance.getMetrics')
    const now = (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1_000
    if (now - before < restMs / 50) return
    before = now
    await pause(restMs)
  }
}
