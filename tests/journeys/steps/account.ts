import { until } from '../../fixtures/until.ts'
import { type Person, typePin } from '../people/person.ts'

export async function register(person: Person): Promise<void> {
  const { app, w, town, email, password } = person
  await app
    .getByRole('link', { name: w('welcome.register') })
    .first()
    .click()
  await app.getByText(w('account.register.haveAccount')).waitFor()
  const withPassword = app.getByRole('button', { name: w('account.register.byPassword') })
  // Inside Telegram one registers without a password, unless one asks for it.
  if (await withPassword.isVisible()) await withPassword.click()
  await app.getByLabel(w('account.email'), { exact: true }).fill(email)
  await app.getByRole('button', { name: w('code.send') }).click()
  await app.getByLabel(w('code.label')).fill(await town.codeFor(email))
  await app.getByLabel(w('account.password.set'), { exact: true }).fill(password)
  await app.getByLabel(w('account.password.repeat')).fill(password)
  await app.getByRole('checkbox').check()
  await app.getByRole('button', { name: w('account.register.action'), exact: true }).click()
  await app.getByText(w('todo.title')).waitFor()
}

export async function login(person: Person, { password } = person): Promise<void> {
  const { app, w, email, visit } = person
  await visit('/pages/login/login')
  await app.getByLabel(w('account.email'), { exact: true }).fill(email)
  await app.getByLabel(w('account.password.login'), { exact: true }).fill(password)
  await app.getByRole('button', { name: w('account.login.action'), exact: true }).click()
}

export async function setPin(person: Person): Promise<void> {
  const { app, w, town, email, visit } = person
  const before = await town.codeFor(email)
  await visit('/pages/updatePinCode/updatePinCode')
  await app.getByText(w('account.pin.enter')).waitFor()
  await typePin(person, w('account.pin.next'))
  await app.getByText(w('account.pin.repeat')).waitFor()
  await typePin(person, w('account.pin.next'))
  await app.getByRole('button', { name: w('code.send') }).click()
  await app.getByLabel(w('code.label')).fill(await nextCode(person, before))
  await app.getByText(w('account.pin.doneText')).waitFor()
  await app.getByRole('button', { name: w('account.pin.on') }).click()
}

/** The code of the next letter, once it is another than the last one. */
export async function nextCode({ town, email }: Person, before: string): Promise<string> {
  return await until(async () => {
    const code = await town.codeFor(email)
    return code === before ? null : code
  })
}

/** Opens the messages, finds the newest notice about money, reads it. */
export async function readMessages({ app, w, visit }: Person, word: string): Promise<void> {
  await visit('/pages/messageList/messageList')
  await app
    .getByRole('link', { name: new RegExp(w('messages.kind.balance')) })
    .first()
    .click()
  await app
    .getByRole('link', { name: new RegExp(word) })
    .first()
    .click()
  await app.getByRole('article').getByText(word).first().waitFor()
}

/** Logs out and sees the welcome again. */
export async function logOut({ app, w, visit }: Person): Promise<void> {
  await visit('/pages/user/user')
  await app.getByRole('button', { name: w('account.logOut'), exact: true }).click()
  await app
    .getByRole('dialog')
    .getByRole('button', { name: w('account.logOut'), exact: true })
    .click()
  await app
    .getByRole('link', { name: w('welcome.register') })
    .first()
    .waitFor()
}

/** Has forgotten the login password and sets another by an e-mail code, and what else it takes. The new one is remembered. */
export async function forget(
  person: Person,
  proveTwice: () => Promise<void> = async () => {},
): Promise<void> {
  const { app, w, town, email, visit } = person
  const before = await town.codeFor(email)
  await visit('/pages/login/login')
  await app.getByRole('link', { name: w('account.login.forgot') }).click()
  // The page before has a field of the same name.
  await app.getByRole('heading', { name: w('account.forget.title') }).waitFor()
  await app.getByLabel(w('account.email'), { exact: true }).fill(email)
  await app.getByRole('button', { name: w('code.send') }).click()
  await app.getByLabel(w('code.label')).fill(await nextCode(person, before))
  person.password = 'celadon22'
  await app.getByLabel(w('account.password.new'), { exact: true }).fill(person.password)
  await app.getByLabel(w('account.password.repeat')).fill(person.password)
  await app.getByRole('button', { name: w('account.forget.action') }).click()
  await proveTwice()
  await app.getByText(w('account.forget.doneText')).waitFor()
}
