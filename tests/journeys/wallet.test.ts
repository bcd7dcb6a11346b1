import { randomBytes } from 'node:crypto'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser } from '../fixtures/browser.ts'
import { containers, type Person } from './people/person.ts'
import { keepLast } from './reading/shoot.ts'
import { register, setPin } from './steps/account.ts'
import { choosePhrase, freezeAndUnfreeze } from './steps/safety.ts'
import {
  convert,
  deposit,
  findDeposits,
  keepStatement,
  noteBill,
  readBills,
  renameAddress,
  saveAddress,
  withdraw,
} from './steps/wallet.ts'
import { openTown, type Town } from './town/town.ts'

// Every way money comes in, moves and leaves: in a real browser, against the running world and its chain.

let town: Town
let browser: Browser

beforeAll(async () => {
  // A day of waiting takes five seconds here; so it does in no other world than the sandbox's.
  town = await openTown({ WITHDRAWAL_WAIT_SECONDS: '5', WITHDRAWAL_CANCEL_SECONDS: '1' })
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  for (const books of ['ledger', 'chain']) {
    const { code, output } = await town.ops(books, 'check')
    expect(output).toContain('agrees')
    expect(code).toBe(0)
  }
  await town.stop()
})

test.each(['zh', 'en'] as const)('deposit, convert, withdraw, statement, freeze (%s)', async lang => {
  const person = await containers.browser({ town, browser, lang })
  const address = `0x${randomBytes(20).toString('hex')}`
  try {
    await person.arrive()
    await register(person)
    const otherTab = await secondTab(person)
    await setPin(person)
    const own = await deposit(person, '1000')
    await deposit(person, '0.5', 'ETH')
    await convert(person, { coin: 'ETH', amount: '0.25' })
    await findDeposits(person, { own, other: `0x${randomBytes(32).toString('hex')}` })
    await saveAddress(person, { address, label: 'Cold wallet' })
    await withdraw(person, { label: 'Cold wallet', amount: '100' })
    await readBills(person, ['Cold wallet', person.w('feeKind.withdrawFee')])
    await noteBill(person, 'Cold wallet', 'for the winter')
    await renameAddress(person, { label: 'Cold wallet', next: 'Steel wallet' })
    const csv = (await keepStatement(person, 'csv')).toString('utf8')
    expect(csv).toContain('-100')
    expect(csv).toContain('for the winter')
    expect((await keepStatement(person, 'pdf')).subarray(0, 5).toString()).toBe('%PDF-')
    await choosePhrase(person, 'the pear tree')
    await freezeAndUnfreeze(person, 'the pear tree')
    await otherTab.reload()
    await otherTab.getByRole('button', { name: person.w('home.hideLabel') }).waitFor()
    expect(person.faults).toEqual([])
  } finally {
    await keepLast(person.page, `wallet ${lang}`)
    await person.leave()
  }
})

/** Its start renews the token that the first tab holds too: both go on. */
async function secondTab({ page, town, w }: Person): Promise<Page> {
  const tab = await page.context().newPage()
  await tab.goto(town.appUrl)
  await tab.getByRole('button', { name: w('home.hideLabel') }).waitFor()
  await page.bringToFront()
  return tab
}
