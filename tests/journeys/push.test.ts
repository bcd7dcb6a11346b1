import { afterAll, beforeAll, expect, test } from 'vitest'
import { containers, type Person } from './people/person.ts'
import { shoot } from './reading/shoot.ts'
import { register } from './steps/account.ts'
import {
  deliver,
  hearFromUs,
  notificationsOf,
  pushedTo,
  said,
  tapNotification,
  withPushService,
} from './steps/notifications.ts'
import { begin, browser, end, town } from './town/stage.ts'

// Notifications in a real browser, from the switch to the message they lead to; only the push service is the sandbox's.

beforeAll(() => begin({ OPERATOR: 'ann' }))
afterAll(end)

test.each(['zh', 'en'] as const)(
  'a message is shown by the phone, and a tap leads to it (%s)',
  async lang => {
    const person = await containers.browser({ town, browser, lang })
    const { page, app, w, visit } = person
    await page.setViewportSize({ width: 360, height: 740 })
    const browserId = await withPushService(person)
    try {
      await person.arrive()
      await register(person)
      await turnOn(person)

      await hearFromUs(person)
      await expect.poll(() => pushedTo(person, browserId())).toHaveLength(1)
      const [pushed = ''] = await pushedTo(person, browserId())
      await visit('/pages/about/about')
      await app.getByRole('heading', { level: 1, name: w('help.about') }).waitFor()
      await deliver(person, pushed)
      const covered = said[lang].replace('10', '***')
      await expect
        .poll(() => notificationsOf(person))
        .toMatchObject([{ title: covered, body: covered, data: expect.stringContaining('?id=') }])

      await tapNotification(person)
      await app.getByText(said[lang].replace('10 ', '10\u00a0')).first().waitFor()
      expect(await notificationsOf(person)).toEqual([])
      await turnOff(person)
      expect(person.faults).toEqual([])
    } finally {
      if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/push end ${lang}.png` })
      await person.leave()
    }
  },
)

/** Opens the settings of messages, and finds the switch of this device as it is. */
async function switchHere({ app, w, visit }: Person, checked: boolean) {
  await visit('/pages/messageList/messageList')
  await app.getByRole('button', { name: new RegExp(w('messages.setting.title')) }).click()
  const row = app.getByRole('switch', { name: w('messages.push.here'), checked })
  await row.waitFor()
  return row
}

async function turnOn(person: Person) {
  const { app, w } = person
  const row = await switchHere(person, false)
  await row.scrollIntoViewIfNeeded()
  await shoot(person, 'push off')
  await row.click()
  await app.getByRole('switch', { name: w('messages.push.amounts'), checked: false }).waitFor()
  await shoot(person, 'push on')
  await app
    .getByRole('dialog')
    .getByRole('button', { name: w('sheet.close') })
    .click()
}

async function turnOff(person: Person) {
  const { app, w } = person
  await (await switchHere(person, true)).click()
  await app.getByRole('switch', { name: w('messages.push.here'), checked: false }).waitFor()
}
