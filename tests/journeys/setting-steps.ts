import { messageSetting } from '../../src/contract/message.ts'
import type { Person } from './person.ts'
import { shoot } from './shoot.ts'

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
