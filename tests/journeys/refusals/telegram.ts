import { expect } from 'vitest'
import { bindTelegram, tgUnbind } from '../../../src/contract/telegram.ts'
import type { Words } from '../../fixtures/words.ts'
import type { Phone } from '../people/phone.ts'
import type { TelegramPerson } from '../people/telegram-person.ts'
import { atHome, openBinding } from '../steps/telegram.ts'
import type { Town } from '../town/town.ts'
import { type Case, fill, notice, press } from './case.ts'

/** Somebody inside Telegram, with a second device of theirs; their phone there is a customer with a password. */
export interface Bound extends TelegramPerson {
  phone: Phone
}

const password = 'porcelain1'

/** The launch of somebody whom nobody knows, two days ago. */
export const staleCases: Case<TelegramPerson>[] = [
  {
    of: 'login_failed',
    when: 'the launch from Telegram is too old',
    does: person => tapToLogIn(person),
    says: w => w('account.telegram.failed'),
    at: notice,
  },
]

/** The launch of somebody whom nobody knows, just now. */
export const unknownCases: Case<TelegramPerson>[] = [
  {
    of: 'user_missing',
    when: 'this Telegram is bound to nobody',
    does: person => tapToLogIn(person),
    says: w => w('account.bind.text'),
    at: notice,
    mend: w => w('account.bind.register'),
  },
]

const noneLeft = (w: Words) => w('account.unbindLimit', { time: '…' }).split('…')[0] as string

export const boundCases: Case<Bound>[] = [
  {
    of: 'unbind_limit',
    when: 'it was unbound twice this month, the second time from another window',
    async does(person) {
      await openBinding(person)
      await fill(person, { 'account.password.login': password })
      // From another session it would have ended this one.
      person.phone.keep({ token: await tokenIn(person) })
      await person.phone.succeed(tgUnbind, { password })
      await bind(person.town, person)
      await press(person, 'account.unbind.action')
    },
    says: noneLeft,
    at: notice,
  },
  {
    of: 'unbind_limit',
    when: 'it was unbound twice this month, which is seen before',
    does: async person => {
      await person.launch()
      await atHome(person)
      await openBinding(person)
    },
    says: noneLeft,
    at: notice,
  },
]

async function tokenIn({ page, town }: Bound): Promise<string> {
  const app = page.frames().find(frame => frame.url().startsWith(town.appUrl))
  const kept = await app?.evaluate(() => localStorage.getItem('accessToken'))
  return JSON.parse(kept ?? '""')
}

/** Binds a Telegram user to a customer, from their other device. */
export async function bind(town: Town, { phone, telegramId }: Pick<Bound, 'phone' | 'telegramId'>) {
  const { initData } = await town.console<{ initData: string }>('/telegram/init-data', {
    user: { id: telegramId, first_name: 'Ben' },
  })
  await phone.succeed(bindTelegram, { initData, password })
}

async function tapToLogIn(person: TelegramPerson) {
  const { app, w } = person
  await person.launch()
  const link = app.getByRole('link', { name: w('welcome.login') }).first()
  const signIn = app.getByRole('button', { name: w('account.telegram.login'), exact: true })
  // The insets that the client tells may move the link from under the finger: whoever misses it taps again. By then the
  // page that it leads to may be here, and the link gone.
  await expect
    .poll(async () => {
      if (await link.isVisible()) await link.click({ timeout: 2_000 }).catch(() => {})
      return await signIn.isVisible()
    })
    .toBe(true)
  await signIn.click()
}
