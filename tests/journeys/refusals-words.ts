import type { Locator } from 'playwright-core'
import { login } from '../../src/contract/account.ts'
import { refusals } from '../../src/contract/refusal.ts'
import type { Person } from './person.ts'
import { until } from './phone.ts'
import { fill, open, press } from './refusal-case.ts'

/** Is refused for every reason there is, one after the other, in a form that knows few of them. */
export async function sayEverything(person: Person): Promise<void> {
  const { app, page, w, email } = person
  let answer: object = {}
  await page.route(`**${login.path}`, call => call.fulfill({ json: answer }))
  await open(person, '/pages/login/login')
  await fill(person, { 'account.email': email, 'account.password.login': 'wrong1234' })
  for (const [key, [code, msg]] of Object.entries(refusals)) {
    answer = { code, key, msg, data: null }
    await until(async () => {
      // The words stand there a moment before the button can be pressed again, and may move it as they come and go.
      await app.locator('[aria-busy=true]').waitFor({ state: 'detached' })
      await press(person, 'account.login.action')
      return await isSeen(app.getByRole('main').getByText(w(`refusal.${key}`)))
    })
  }
}

async function isSeen(words: Locator): Promise<true | null> {
  return await words
    .first()
    .waitFor({ timeout: 3_000 })
    .then(
      () => true,
      () => null,
    )
}
