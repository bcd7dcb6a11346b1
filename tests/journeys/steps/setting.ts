import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { updateUserInfo } from '../../../src/contract/account.ts'
import { messageSetting } from '../../../src/contract/message.ts'
import type { Person } from '../people/person.ts'
import { shoot } from '../reading/shoot.ts'

/** Turns the letters about feedback off and on again; each time it is kept where the app begins anew. */
export async function chooseLetters(person: Person): Promise<void> {
  const { app, page, w } = person
  for (const isOn of [false, true]) {
    const row = await letterSwitch(person, { isOn: !isOn })
    const answer = page.waitForResponse(response => response.url().endsWith(messageSetting.path))
    await row.click()
    await answer
    await page.reload()
    await letterSwitch(person, { isOn })
    await shoot(person, `settings ${isOn ? 'on' : 'off'}`)
    await app
      .getByRole('dialog')
      .getByRole('button', { name: w('sheet.close') })
      .click()
  }
}

/** Opens the settings: the switch of these letters is there, on or off. */
async function letterSwitch({ app, w, visit }: Person, { isOn }: { isOn: boolean }) {
  await visit('/pages/messageList/messageList')
  await app.getByRole('button', { name: new RegExp(w('messages.setting.title')) }).click()
  const letters = app.getByRole('dialog').getByRole('list', { name: w('messages.setting.mail') })
  const row = letters.getByRole('switch', { name: w('messages.kind.feedback'), checked: isOn })
  await row.waitFor()
  return row
}

/** Has read everything: what comes next is the only thing that is new. */
export async function readEverything({ app, w, visit }: Person): Promise<void> {
  await visit('/pages/messageList/messageList')
  await app.getByRole('button', { name: w('messages.readAll') }).click()
  await app.getByText(w('messages.allRead')).waitFor()
}

const languages = [
  { name: '简体中文', lang: 'zh-Hans' },
  { name: 'English', lang: 'en' },
]

/** Changes the language and back while the app is open in another tab, which follows. Each change is told to the server once. */
export async function changeLanguageInTwoTabs({ page, town, w }: Person): Promise<void> {
  const told: (string | null)[] = []
  const other = await page.context().newPage()
  for (const tab of [page, other])
    tab.on('request', sent => sent.url().endsWith(updateUserInfo.path) && told.push(sent.postData()))
  for (const tab of [other, page]) {
    await tab.goto(`${town.appUrl}/?tabs=2#/pages/user/user`)
    // Other tabs are followed from the first touch on.
    await tab.getByRole('main').click({ position: { x: 1, y: 1 } })
    await tab.waitForLoadState('networkidle')
  }
  const isChinese = w('account.language') === '语言'
  for (const { name, lang } of isChinese ? languages.toReversed() : languages) {
    await chooseLanguage(page, name)
    await other.locator(`html[lang=${lang}]`).waitFor({ state: 'attached' })
  }
  await other.waitForLoadState('networkidle')
  expect(told).toHaveLength(2)
  await other.close()
}

async function chooseLanguage(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /^(语言|Language)/ }).click()
  await page.getByRole('dialog').getByText(name).click()
}
