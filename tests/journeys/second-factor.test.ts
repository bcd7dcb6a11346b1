import { afterAll, beforeAll, expect, test } from 'vitest'
import { containers } from './people/person.ts'
import { shoot } from './reading/shoot.ts'
import { forget, login, logOut, register, setPin } from './steps/account.ts'
import { codeAfter, giveCode, giveRecoveryCode, setUpAuthenticator, turnOff } from './steps/second-factor.ts'
import { begin, browser, end, town } from './town/stage.ts'

// An authenticator from its QR code to its end, by somebody who also loses it: in a real browser, against the running world.

beforeAll(() => begin())
afterAll(end)

test.each(['zh', 'en'] as const)('setting up, another device, a forgotten password, off (%s)', async lang => {
  const person = await containers.browser({ town, browser, lang })
  const other = { ...(await containers.browser({ town, browser, lang })), email: person.email }
  await person.page.setViewportSize({ width: 360, height: 740 })
  await other.page.setViewportSize({ width: 360, height: 740 })
  try {
    await person.arrive()
    await register(person)
    await setPin(person)
    const { secret, step, recovery } = await setUpAuthenticator(person)

    // Where it was set up it is not asked for.
    await logOut(person)
    await login(person)
    await person.app.getByText(person.w('todo.title')).waitFor()

    await other.arrive()
    await login(other)
    await shoot(other, 'second asked')
    await giveCode(other, codeAfter(secret, step))
    await other.app.getByText(other.w('todo.title')).waitFor()

    await logOut(other)
    await forget(other, () => giveRecoveryCode(other, recovery[0] as string))
    person.password = other.password
    await login(other)
    await giveRecoveryCode(other, recovery[1] as string)
    await other.app.getByText(other.w('todo.title')).waitFor()

    await turnOff(other, recovery[2] as string)
    await logOut(other)
    await login(other)
    await other.app.getByText(other.w('todo.title')).waitFor()
    expect(other.faults).toEqual([])
  } finally {
    if (process.env.SHOTS) await other.page.screenshot({ path: `${process.env.SHOTS}/second ${lang}.png` })
    await person.leave()
    await other.leave()
  }
})
