import { downloaded, type Person, typePin } from '../people/person.ts'
import { nextCode } from './account.ts'

/** Finds the own address, has somebody send to it, and watches until it is credited. Gives the hash of the transaction. */
export async function deposit(person: Person, amount: string, coin = 'USDT'): Promise<string> {
  const { app, w, town, visit } = person
  await visit('/pages/selectCoin/selectCoin?for=in')
  await app
    .getByRole('link', { name: new RegExp(coin) })
    .first()
    .click()
  const address = await app
    .getByText(/^0x[0-9a-fA-F\s]{40,}$/)
    .first()
    .textContent()
  await app.getByRole('img', { name: w('wallet.in.qr', { coin, chain: 'ERC20' }) }).waitFor()
  const sent = { address: address?.replace(/\s/g, ''), currency: coin, amount }
  const { txHash } = await town.console<{ txHash: string }>('/chain/deposit', sent)
  await app.getByRole('heading', { name: w('wallet.in.arrived') }).waitFor()
  return txHash
}

/** Looks for a transaction on the deposit page: one of the own is there with its bill, another went to nobody here. */
export async function findDeposits(
  { app, w, visit }: Person,
  { own, other }: { own: string; other: string },
): Promise<void> {
  await visit('/pages/transferIn/transferIn?coin=USDT&chain=ERC20')
  await app.getByRole('button', { name: w('wallet.in.find') }).click()
  const sheet = app.getByRole('dialog')
  await sheet.getByLabel(w('find.label')).fill(`https://explorer.example/tx/${own}`)
  await sheet.getByRole('button', { name: w('find.go'), exact: true }).click()
  await sheet.getByRole('link', { name: w('wallet.in.bill') }).waitFor()
  await sheet.getByLabel(w('find.label')).fill(other)
  await sheet.getByRole('button', { name: w('find.go'), exact: true }).click()
  await sheet.getByText(w('find.unknown', { chain: 'ERC20' })).waitFor()
  if (process.env.SHOTS) await sheet.page().screenshot({ path: `${process.env.SHOTS}/find.png` })
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

/** Writes a note on a bill, and finds the bill by it. */
export async function noteBill(person: Person, row: string, note: string): Promise<void> {
  const { app, w, visit } = person
  await followMoney(person, row)
  await app.getByRole('button', { name: w('wallet.note.add') }).click()
  await app.getByLabel(w('wallet.note.mine')).fill(note)
  await app.getByRole('button', { name: w('wallet.note.save'), exact: true }).click()
  await app.getByRole('dialog').getByText(note).waitFor()
  await visit(`/pages/bill/bill?keyword=${encodeURIComponent(note.toUpperCase())}`)
  await app.getByRole('button', { name: new RegExp(`${row}.*${note}`) }).waitFor()
}

/** Types an address that is new, saves it with a mailed code and the PIN, and finds it in the book. */
export async function saveAddress(
  person: Person,
  { address, label }: { address: string; label: string },
): Promise<void> {
  const { app, w, town, email, visit } = person
  const before = await town.codeFor(email)
  await visit('/pages/selectCoin/selectCoin?for=out')
  await app.getByRole('link', { name: /USDT/ }).first().click()
  await app.getByLabel(w('wallet.out.to', { chain: 'ERC20' })).fill(address)
  await app.getByRole('button', { name: w('wallet.out.save') }).click()
  await app.getByLabel(w('wallet.book.label')).fill(label)
  await app.getByRole('button', { name: w('code.send') }).click()
  await app.getByLabel(w('code.label')).fill(await nextCode(person, before))
  await typePin(person, w('wallet.out.save'))
  await app.getByRole('button', { name: new RegExp(label) }).waitFor()
}

/** Gives a saved address another name in the book, by PIN. */
export async function renameAddress(
  person: Person,
  { label, next }: { label: string; next: string },
): Promise<void> {
  const { app, w, visit } = person
  await visit('/pages/transferOut/transferOut?book=1')
  await app.getByRole('button', { name: w('wallet.book.renameLabel', { label }) }).click()
  await app.getByLabel(w('wallet.book.label'), { exact: true }).fill(next)
  await app.getByRole('button', { name: w('wallet.out.withPin') }).click()
  await typePin(person, w('wallet.book.rename'))
  await app.getByRole('button', { name: w('wallet.book.renameLabel', { label: next }) }).waitFor()
}

/** Chooses a saved address, waits until it may be used, sends an amount there and watches until it has arrived. */
export async function withdraw(
  person: Person,
  { label, amount }: { label: string; amount: string },
): Promise<void> {
  const { app, w } = person
  await app.getByRole('button', { name: new RegExp(label) }).click()
  // A new address: the keypad is there when its wait is over.
  const first = app.getByRole('button', { name: amount[0] as string, exact: true })
  await first.waitFor()
  for (const key of amount) await app.getByRole('button', { name: key, exact: true }).click()
  await app.getByRole('button', { name: w('wallet.out.next'), exact: true }).click()
  await app.getByRole('button', { name: w('wallet.out.withPin') }).click()
  await typePin(person, w('wallet.out.send', { amount: `${amount}.00 USDT` }))
  await app.getByText(w('wallet.out.title.done'), { exact: true }).waitFor()
}

/** Makes USDT of a coin as quoted. */
export async function convert(
  person: Person,
  { coin, amount }: { coin: string; amount: string },
): Promise<void> {
  const { app, w, visit } = person
  await visit(`/pages/convertWallet/convertWallet?coin=${coin}`)
  for (const key of amount) await app.getByRole('button', { name: key, exact: true }).click()
  await app.getByRole('button', { name: w('card.next') }).click()
  await app.getByRole('button', { name: w('card.move.withPin') }).click()
  await typePin(person, w('card.convert.title'))
  await app.getByText(w('card.convert.done')).first().waitFor()
}

/** Makes the statement of this month and keeps it; what the file says it is. */
export async function keepStatement(person: Person, format: 'csv' | 'pdf'): Promise<Buffer> {
  const { app, w, visit } = person
  await visit('/pages/bill/bill')
  await app.getByRole('button', { name: w('wallet.export.title') }).click()
  await app.getByText(w(`statement.${format}`), { exact: true }).click()
  const make = app.getByRole('button', { name: w('statement.make') })
  const { content } = await downloaded(person, () => make.click())
  return content
}
