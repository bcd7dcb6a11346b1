import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Route } from 'playwright-core'

const file = join(import.meta.dirname, 'answers.json')

/** Who walks through the app: a customer with everything, two who have begun to verify, somebody who is not signed in. */
export type Who = 'holder' | 'withIdCard' | 'withPassport' | 'stranger'

/** The walks of everybody. `record.ts` makes them. */
export type Recording = Record<Who, Walk>

/** What a real server said to each call of one person's walk, and when. */
export interface Walk {
  /** What the browser held of the person. */
  stored: { name: string; value: string }[]
  /** Where each picture was taken, by its name: that of the route. */
  places: Record<string, string>
  /** When each was opened, by language: the clock is put back to it, so that nothing has run out. */
  times: Record<string, string>
  /** Envelopes by call. Those that differ from one language to the other stand under theirs. */
  said: { both: Said; zh: Said; en: Said }
}

type Said = Record<string, object>

export function recording(): Recording {
  if (!existsSync(file)) throw new Error('no answers are kept: node tests/visual/record.ts')
  return JSON.parse(readFileSync(file, 'utf8')) as Recording
}

export function keepRecording(made: Recording) {
  writeFileSync(file, `${JSON.stringify(made, null, 1)}\n`)
}

/** A call by its place and what was asked, without what is new each time. */
export function keyOf(route: Route): string {
  const request = route.request()
  const { pathname, search } = new URL(request.url())
  return `${pathname}${search} ${asked(request.postData())}`.trim()
}

function asked(text: string | null): string {
  if (!text?.startsWith('{')) return ''
  const fields = Object.entries(JSON.parse(text) as object).filter(([name]) => !isNew.test(name))
  return fields.length > 0
    ? JSON.stringify(Object.fromEntries(fields.sort(([a], [b]) => (a < b ? -1 : 1))))
    : ''
}

const isNew = /^(requestId|quoteId|deviceKey|initData|token|timezone)$/

/**
 * Answers every call as it was answered then; `unheard` collects what nobody asked then. What tells everybody the same
 * may have been asked by the `longest` walk alone: a short one can be over before the app asks for its news.
 */
export function answering(
  { said, longest }: Pick<Walk, 'said'> & { longest: Walk },
  lang: 'zh' | 'en',
  unheard: Set<string>,
) {
  return async (route: Route) => {
    const key = keyOf(route)
    const isForAll = key.startsWith('/api/common/params/')
    const heard = [said, ...(isForAll ? [longest.said] : [])]
    const body = heard.flatMap(each => each[lang][key] ?? each.both[key] ?? [])[0]
    if (!body) unheard.add(key)
    await route.fulfill({ status: body ? 200 : 404, json: body ?? { status: 404 } })
  }
}
