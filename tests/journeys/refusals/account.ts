import { randomUUID } from 'node:crypto'
import type { Person } from '../people/person.ts'
import { answering, type Case, type Customer, field, fill, notice, open, press } from './case.ts'

// Signing up and in, by somebody who is not signed in. Nobody has their own address; a customer's is known to them.

const common = 'password1'

export const accountCases: Case<Customer>[] = [
  {
    of: 'checked_here',
    when: 'an e-mail address is none',
    does: person => logIn(person, { email: 'lin@porcelain' }),
    says: w => w('field.email'),
    at: field('account.email'),
  },
  {
    of: 'credentials_wrong',
    when: 'the password is wrong',
    does: person => logIn(person),
    at: field('account.password.login'),
  },
  {
    of: 'password_locked',
    when: 'the password was wrong five times',
    does: person => keepTrying(person),
    at: notice,
    mend: w => w('account.way.forgetAction'),
  },
  {
    of: 'feature_unsupported',
    when: 'it is not built',
    async does(person) {
      const refused = { code: 1403, key: 'feature_unsupported', msg: '', data: null }
      const { stop } = await answering(person, 'login', 200, refused)
      await logIn(person)
      await person.app.getByText(person.w('refusal.feature_unsupported')).waitFor()
      await stop()
    },
    at: notice,
  },
  {
    of: 'email_unregistered',
    when: 'nobody has the address of a forgotten password',
    does: person => askCode(person, 'forget', person.email),
    at: field('account.email'),
    mend: w => w('account.way.registerAction'),
  },
  {
    of: 'code_incorrect',
    when: 'another code is typed than was mailed',
    does: person => forget(person, { email: person.phone.email }),
    at: field('code.label'),
  },
  {
    of: 'password_change_failed',
    when: 'the new password is one that everybody tries',
    does: person => forget(person, { email: person.phone.email, password: common }),
    at: notice,
  },
  {
    of: 'checked_here',
    when: 'a new password has no digits',
    does: person => forget(person, { email: person.email, password: 'porcelain' }),
    says: w => w('field.password'),
    at: field('account.password.new'),
  },
  {
    of: 'checked_here',
    when: 'the passwords differ',
    does: person => forget(person, { email: person.email, repeat: 'celadon23' }),
    says: w => w('field.mismatch'),
    at: field('account.password.repeat'),
  },
  {
    of: 'code_wait',
    when: 'a code was asked for a moment ago',
    async does(person) {
      await askCode(person, 'forget', person.phone.email)
      await counting(person).waitFor()
      // A browser that knows of it counts, and asks for none.
      await person.page.evaluate(() => {
        for (const drafts of ['drafts', 'strangerDrafts']) localStorage.removeItem(drafts)
      })
      await askCode(person, 'forget', person.phone.email)
    },
    at: field('code.label'),
  },
  {
    of: 'email_registered',
    when: 'somebody has the address already',
    does: person => askCode(person, 'register', person.phone.email),
    at: field('account.email'),
    mend: w => w('account.way.loginAction'),
  },
  {
    of: 'checked_here',
    when: 'a code has five digits',
    does: person => register(person, { code: '12345' }),
    says: w => w('field.code'),
    at: field('code.label'),
  },
  {
    of: 'checked_here',
    when: 'the agreements are not ticked',
    does: person => register(person, { isAgreed: false }),
    says: w => w('field.agree'),
    at: notice,
  },
  {
    of: 'modify_failed',
    when: 'the link in the letter of an authenticator is good for nothing any more',
    does: person => undoSecond(person, 'porcelain23'),
    says: w => w('second.undo.over'),
    at: notice,
    mend: w => w('account.contact'),
  },
  {
    of: 'checked_here',
    when: 'an authenticator is to go without the password',
    does: person => undoSecond(person, ''),
    says: w => w('field.required'),
    at: field('account.password.login'),
  },
  {
    of: 'register_failed',
    when: 'the password is one that everybody tries',
    does: person => register(person, { password: common }),
    at: notice,
  },
  {
    of: 'register_failed',
    when: 'the password is one that everybody tries, which is said at its field too',
    does: person => register(person, { password: common }),
    says: w => w('account.commonPassword'),
    at: field('account.password.set'),
  },
]

async function logIn(person: Person, { email }: { email: string } = person) {
  await open(person, '/pages/login/login')
  await fill(person, { 'account.email': email, 'account.password.login': 'wrong1234' })
  await press(person, 'account.login.action')
}

async function undoSecond(person: Person, password: string) {
  await open(person, `/pages/forget/forget?second=${'0'.repeat(64)}`)
  await fill(person, { 'account.password.login': password })
  await press(person, 'second.undo.action')
}

/** Presses again and again, as people do, until it is of no use any more. */
async function keepTrying(person: Person) {
  const { app, page, w } = person
  await logIn(person)
  for (let tries = 0; tries < 6; tries++) {
    if (await app.getByText(w('refusal.password_locked')).isVisible()) return
    const answer = page.waitForResponse(response => response.url().endsWith('/login'))
    await press(person, 'account.login.action')
    await answer
  }
}

async function askCode(person: Person, route: string, email: string) {
  await open(person, `/pages/${route}/${route}`)
  await fill(person, { 'account.email': email })
  await press(person, 'code.send')
}

/** The button that sends codes, while it counts down. */
function counting({ app, w }: Person) {
  const [before = '', after = ''] = w('code.wait').split('{seconds}')
  return app.getByRole('button', { name: new RegExp(`^${before}\\d+${after}$`) })
}

async function forget(
  person: Person,
  { email, password = 'celadon22', repeat = password }: { email: string; password?: string; repeat?: string },
) {
  await open(person, '/pages/forget/forget')
  await fill(person, {
    'account.email': email,
    'code.label': '000000',
    'account.password.new': password,
    'account.password.repeat': repeat,
  })
  await press(person, 'account.forget.action')
}

async function register(
  person: Person,
  {
    code = '000000',
    password = 'celadon22',
    isAgreed = true,
  }: Partial<Record<'code' | 'password', string>> & {
    isAgreed?: boolean
  },
) {
  await open(person, '/pages/register/register')
  await fill(person, {
    'account.email': `${randomUUID()}@mail.test`,
    'code.label': code,
    'account.password.set': password,
    'account.password.repeat': password,
  })
  await person.app.getByRole('checkbox').setChecked(isAgreed)
  await press(person, 'account.register.action')
}
