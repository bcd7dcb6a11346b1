import { login } from '../../../src/contract/account.ts'
import { refusals } from '../../../src/contract/refusal.ts'
import type { Person } from '../people/person.ts'
import { fill, open } from './case.ts'

/** Is refused for every reason there is, one after the other, in a form that knows few of them. */
export async function sayEverything(person: Person): Promise<void> {
  const { app, page, w, email } = person
  let answer: object = {}
  await page.route(`**${login.path}`, call => call.fulfill({ json: answer }))
  await open(person, '/pages/login/login')
  await fill(person, { 'account.email': email, 'account.password.login': 'wrong1234' })
  // Some ways out of a refusal are links with the button's own name.
  const submit = app.getByRole('button', { name: w('account.login.action'), exact: true })
  for (const [key, [code, msg]] of Object.entries(refusals)) {
    // A question takes the place of the form.
    if (key === 'second_factor_required') continue
    answer = { code, key, msg, data: null }
    // The words stand there a moment before the button can be pressed again.
    await app.locator('[aria-busy=true]').waitFor({ state: 'detached' })
    await submit.click()
    await app
      .getByRole('main')
      .getByText(w(`refusal.${key}`))
      .first()
      .waitFor()
  }
}
