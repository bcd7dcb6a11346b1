import { login } from '../../../src/contract/account.ts'
import { getCreateCardSuccess, openCard } from '../../../src/contract/card.ts'
import { queryTransferIn, queryWallet } from '../../../src/contract/wallet.ts'
import { until } from '../../fixtures/until.ts'
import type { Town } from '../town/town.ts'
import type { Person } from './person.ts'
import { type Phone, phonePin as pin } from './phone.ts'

/** Has somebody send USDT to a customer. */
export async function pour(town: Town, phone: Phone, amount: string): Promise<Phone> {
  const { address } = await phone.succeed(queryTransferIn, { currency: 'USDT', chain: 'ERC20' })
  await town.console('/chain/deposit', { address, currency: 'USDT', amount })
  await until(async () => {
    const coins = await phone.succeed(queryWallet, {})
    return coins.some(({ available }) => Number(available) > 0) ? phone : null
  })
  return phone
}

/** Orders a card and waits for it; its id. */
export async function cardOf(phone: Phone, order: object): Promise<string> {
  const requestId = crypto.randomUUID()
  const { orderId } = await phone.succeed(openCard, { ...order, pin, requestId })
  return await until(async () => (await phone.succeed(getCreateCardSuccess, { orderId })).id ?? null)
}

/** Puts a session of a customer's own into a browser that has arrived. */
export async function signInAs(person: Person, phone: Phone): Promise<Person & { phone: Phone }> {
  const { email } = phone
  const session = await phone.succeed(login, { email, password: person.password })
  await person.page.evaluate(({ token, userInfo }) => {
    localStorage.setItem('accessToken', JSON.stringify(token))
    localStorage.setItem('loginUserInfo', JSON.stringify(userInfo))
  }, session)
  return { ...person, email, pin, phone }
}
