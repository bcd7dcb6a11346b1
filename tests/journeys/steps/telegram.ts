import { expect } from 'vitest'
import * as account from '../../../src/contract/account.ts'
import type { TelegramPerson } from '../people/telegram-person.ts'
import type { Town } from '../town/town.ts'
import { nextCode } from './account.ts'

/** Somebody who invites: their code. */
export async function inviterIn(town: Town): Promise<string> {
  const email = `${crypto.randomUUID()}@mail.test`
  const ask = async (path: string, body: object) => {
    const response = await fetch(town.appUrl + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return (await response.json()) as { data: { userInfo: { referCode: string } } }
  }
  await ask(account.sendEmail.path, { email, type: 'register', lang: 'en' })
  const code = await town.codeFor(email)
  const { data } = await ask(account.register.path, { email, password: 'porcelain1', code, lang: 'en' })
  return data.userInfo.referCode
}

/** From the page of an invitation: an e-mail, its code, the agreements; no password. */
export async function registerByTelegram(person: TelegramPerson): Promise<void> {
  const { app, w, town, email, heard } = person
  await app.getByText(w('account.register.telegramText')).waitFor()
  await app.getByLabel(w('account.email'), { exact: true }).fill(email)
  await heard('web_app_setup_closing_behavior', { need_confirmation: true })
  await app.getByRole('button', { name: w('code.send') }).click()
  await app.getByLabel(w('code.label')).fill(await town.codeFor(email))
  await app.getByRole('checkbox').check()
  await app.getByRole('button', { name: w('account.register.telegram') }).click()
  await app.getByText(w('todo.title')).waitFor()
  await heard('web_app_setup_closing_behavior', { need_confirmation: false })
}

/** By the settings item of the client: where the binding is. */
export async function openBinding({ app, w, tell, visit }: TelegramPerson): Promise<void> {
  await visit('/pages/user/user')
  await app.getByText(w('account.language')).waitFor()
  await tell('settings_button_pressed')
  await app.getByRole('button', { name: /Telegram/ }).click()
  await app.getByRole('dialog').waitFor()
}

/** A customer without a login password is led to setting one before they may unbind. */
export async function setFirstPassword(person: TelegramPerson): Promise<void> {
  const { app, w, town, email, password } = person
  const before = await town.codeFor(email)
  const dialog = app.getByRole('dialog')
  await dialog.getByText(w('account.unbind.needsPassword')).waitFor()
  await dialog.getByRole('link', { name: w('account.unbind.setPassword') }).click()
  await app.getByLabel(w('account.password.new'), { exact: true }).fill(password)
  await app.getByLabel(w('account.password.repeat')).fill(password)
  await app.getByRole('button', { name: w('code.send') }).click()
  await app.getByLabel(w('code.label')).fill(await nextCode(person, before))
  await app.getByText(w('account.newPassword.done')).waitFor()
}

export async function unbind({ app, w, password }: TelegramPerson): Promise<void> {
  const dialog = app.getByRole('dialog')
  await dialog.getByLabel(w('account.password.login'), { exact: true }).fill(password)
  await dialog.getByRole('button', { name: w('account.unbind.action'), exact: true }).click()
  await app.getByText(w('account.unbind.done')).waitFor()
  await app.getByText(w('account.telegram.unbound')).waitFor()
}

export async function bindAgain({ app, w, password }: TelegramPerson): Promise<void> {
  const dialog = app.getByRole('dialog')
  await dialog.getByLabel(w('account.password.login'), { exact: true }).fill(password)
  await dialog.getByRole('button', { name: w('account.bind.link'), exact: true }).click()
  await app.getByText(w('account.bind.done')).waitFor()
}

/** Leaves this device, with the binding as it is: the second way of decision D8. */
export async function leaveThisDevice({ app, w, visit }: TelegramPerson): Promise<void> {
  await visit('/pages/user/user')
  await app.getByRole('button', { name: w('account.logOut'), exact: true }).click()
  await app
    .getByRole('dialog')
    .getByRole('button', { name: w('account.logOut.onlyHere') })
    .click()
  await atWelcome({ app, w })
}

/** Unbinds on the way out: the first way of decision D8. */
export async function unbindAndLeave({ app, w, visit, password }: TelegramPerson): Promise<void> {
  await visit('/pages/user/user')
  await app.getByRole('button', { name: w('account.logOut'), exact: true }).click()
  const dialog = app.getByRole('dialog')
  await dialog.getByLabel(w('account.password.login'), { exact: true }).fill(password)
  await dialog.getByRole('button', { name: w('account.logOut.unbindAction') }).click()
  await atWelcome({ app, w })
}

export async function atWelcome({ app, w }: Pick<TelegramPerson, 'app' | 'w'>): Promise<void> {
  await app
    .getByRole('link', { name: w('welcome.register') })
    .first()
    .waitFor()
}

export async function atHome({ app, w }: TelegramPerson): Promise<void> {
  await app.getByText(w('todo.title')).waitFor()
}

/** Once on a device: that the account which this Telegram signs in to is theirs. */
export async function sayItIsTheirs({ app, w }: TelegramPerson): Promise<void> {
  const dialog = app.getByRole('dialog')
  await dialog.getByText(w('second.whose.title')).waitFor()
  await dialog.getByRole('button', { name: w('second.whose.yes') }).click()
}

/** A sheet goes first, then the page; two presses in a moment are one; at home there is nothing to go back to. */
export async function goBack(person: TelegramPerson): Promise<void> {
  const { app, page, w, tell, heard, visit } = person
  await visit('/pages/user/user')
  await app.getByText(w('account.language')).waitFor()
  await tell('settings_button_pressed')
  await app.getByRole('button', { name: /Telegram/ }).click()
  await app.getByRole('dialog').waitFor()
  await heard('web_app_setup_swipe_behavior', { allow_vertical_swipe: false })
  // The second goes before the first was answered: so it comes within the moment, however slow the browser.
  await Promise.all([tell('back_button_pressed'), tell('back_button_pressed')])
  await app.getByRole('dialog').waitFor({ state: 'detached' })
  expect(await app.getByRole('button', { name: /Telegram/ }).isVisible()).toBe(true)
  await heard('web_app_setup_swipe_behavior', { allow_vertical_swipe: true })
  await page.waitForTimeout(310)
  await tell('back_button_pressed')
  await app.getByText(w('account.language')).waitFor()
  await heard('web_app_setup_back_button', { is_visible: true })
  await visit('/')
  await atHome(person)
  await heard('web_app_setup_back_button', { is_visible: false })
  await heard('web_app_setup_settings_button', { is_visible: true })
}
