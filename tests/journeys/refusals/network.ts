import { expect } from 'vitest'
import type { MessageKey } from '../../../src/app/locales/keys.ts'
import type { Person } from '../people/person.ts'
import { answering, type Case, open, passingToast, press, toast, toasts } from './case.ts'

// What a proxy, or a server in trouble, answers instead of our envelope: made in the browser, nothing else can.

const types = 'cardType/**'

const silent = [500, 404, 504].map(
  (status): Case => ({
    of: 'not_loaded',
    when: `the answer is ${status}: no toast, but another try in place`,
    async does(person) {
      const { stop } = await answering(person, types, status)
      await lookAtCards(person)
      await stop()
    },
    says: w => w('state.failed'),
    at: retried,
  }),
)

export const networkCases: Case[] = [
  ...silent,
  ...(
    [
      [418, passingToast, 'state.failed'],
      [502, toast, 'state.busy'],
    ] as const
  ).map(
    ([status, at, words]): Case => ({
      of: 'network',
      when: `the answer is ${status}`,
      async does(person) {
        const { stop } = await answering(person, types, status)
        await lookAtCards(person, words)
        await stop()
      },
      at,
    }),
  ),
  {
    of: 'network',
    when: 'a page of a proxy says that all is well',
    async does(person) {
      const glob = `**/api/**/${types}`
      await person.page.route(glob, call => call.fulfill({ status: 200, body: '<h1>Welcome</h1>' }))
      await lookAtCards(person)
      await person.page.unroute(glob)
    },
    at: toast,
  },
  {
    of: 'access_denied',
    when: 'the answer is 403',
    async does(person) {
      const { stop } = await answering(person, types, 403)
      await lookAtCards(person, 'access.denied')
      await stop()
    },
    says: w => w('access.denied'),
    at: toast,
  },
]

async function lookAtCards(person: Person, words: MessageKey = 'state.failed') {
  await open(person, '/pages/cardTypeList/cardTypeList')
  await person.app
    .getByRole('alert')
    .filter({ hasText: person.w(words) })
    .waitFor()
}

/** In the place of what was to be loaded; nothing is said anywhere else, and pressing the button brings it. */
async function retried(person: Person, words: string) {
  const { app } = person
  await app.getByRole('alert').filter({ hasText: words }).waitFor()
  expect(await app.locator(toasts).count()).toBe(0)
  await press(person, 'state.retry')
  await app.getByRole('table').first().waitFor()
}
