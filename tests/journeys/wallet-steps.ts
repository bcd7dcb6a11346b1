import type { Person } from './person.ts'

/** Finds the own address, has somebody send to it, and watches until it is credited. */
export async function deposit(person: Person, amount: string): Promise<void> {
  const { app, w, town, visit } = person
  await visit('/pages/selectCoin/selectCoin?for=in')
  await app.getByRole('link', { name: /USDT/ }).first().click()
  const address = await app
    .getByText(/^0x[0-9a-fA-F\s]{40,}$/)
    .first()
    .textContent()
  await app.getByRole('img', { name: w('wallet.in.qr', { coin: 'USDT', chain: 'ERC20' }) }).waitFor()
  await town.console('/chain/deposit', { address: address?.replace(/\s/g, ''), currency: 'USDT', amount })
  await app.getByRole('heading', { name: w('wallet.in.arrived') }).waitFor({ timeout: 30_000 })
}

/** Reads all bills; every one of these words is there. */
export async function readBills({ app, visit }: Person, words: string[]): Promise<void> {
  await visit('/pages/bill/bill')
  for (const word of words) await app.getByText(word, { exact: false }).first().waitFor()
}

/** Opens the trail of one bill and sees its steps. */
export async function followMoney({ app, w }: Person, row: string): Promise<void> {
  await app
    .getByRole('button', { name: new RegExp(row) })
    .first()
    .click()
  await app.getByText(w('wallet.trail.steps')).waitFor()
}
