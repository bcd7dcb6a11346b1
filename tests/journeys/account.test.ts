import { afterAll, beforeAll, expect, test } from 'vitest'
import { containers } from './people/person.ts'
import { keepLast, shoot } from './reading/shoot.ts'
import { login, logOut, register, setPin } from './steps/account.ts'
import { changeEmail } from './steps/email.ts'
import { answerFeedback, readAnswer, replyFeedback, sendFeedback } from './steps/feedback.ts'
import { askDeletion, exportData, isDeleted, keepAccount } from './steps/leaving.ts'
import { changeLanguageInTwoTabs, chooseLetters, readEverything } from './steps/setting.ts'
import { readInstall, sharePoster } from './steps/share.ts'
import { deposit } from './steps/wallet.ts'
import { minutePasses } from './town/days.ts'
import { begin, browser, end, town } from './town/stage.ts'

// What a customer does with the account itself, to the day it is gone: in a real browser, against the running world.

beforeAll(() => begin({ OPERATOR: 'ann' }))
afterAll(end)

test.each(['zh', 'en'] as const)('e-mail, letters, feedback, sharing, export, leaving (%s)', async lang => {
  const person = await containers.browser({ town, browser, lang })
  const { page, app, w } = person
  await page.setViewportSize({ width: 360, height: 740 })
  try {
    await person.arrive()
    await register(person)
    await setPin(person)

    await changeEmail(person)
    await logOut(person)
    await login(person)
    await app.getByText(w('todo.title')).waitFor()

    await changeLanguageInTwoTabs(person)
    await chooseLetters(person)
    await readEverything(person)
    const number = await sendFeedback(person)
    await answerFeedback(person, number, 'The purchase is in the one of November.')
    await readAnswer(person, number, 'The purchase is in the one of November.')
    await replyFeedback(person, 'Thank you, I see it now.')

    await readInstall(person)
    await sharePoster(person)

    await deposit(person, '3')
    const files = await exportData(person)
    expect(files.get('profile.json')).toMatchObject({ email: person.email })
    expect(files.get('tickets.json')).toMatchObject([{ number, status: 'open' }])
    expect(files.get('ticket_lines.json')).toHaveLength(3)
    expect(files.get('bills.json')).toMatchObject([{ amount: '3 USDT' }])

    const left = { rest: '3.00 USDT' }
    await askDeletion(person, left)
    await keepAccount(person, left)
    await minutePasses(person)
    await askDeletion(person, left)
    expect(person.faults).toEqual([])
    await isDeleted(person)
    await login(person)
    await app.getByText(w('refusal.credentials_wrong')).waitFor()
    await shoot(person, 'refused')
    // The one call that finds the session gone.
    expect(person.faults.filter(fault => !/401/.test(fault))).toEqual([])
  } finally {
    await keepLast(page, `account ${lang}`)
    await person.leave()
  }
})
