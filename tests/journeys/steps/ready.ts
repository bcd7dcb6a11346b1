import type { Person } from '../people/person.ts'
import { register, setPin } from './account.ts'
import { verify } from './identity.ts'
import { deposit } from './wallet.ts'

/** From a stranger to somebody who may open a card: registered, verified, with a fund PIN and that much USDT. */
export async function getReady(person: Person, usdt: string): Promise<void> {
  await person.arrive()
  await register(person)
  await verify(person)
  await setPin(person)
  await deposit(person, usdt)
}
