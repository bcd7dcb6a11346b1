import type * as addressBook from '../../../contract/address-book.ts'
import { tryCode, useCode } from '../../account/codes.ts'
import { refuseFrozen } from '../../account/freezes.ts'
import { comparePin } from '../../account/pin.ts'
import { userById } from '../../account/users.ts'
import { endsOf } from '../../chain/withdrawals/address-ends.ts'
import {
  checkAddress,
  removeFromAddressBook,
  renameInAddressBook,
  resembled,
  savedAddress,
  savedAddresses,
  savedAddressOf,
  savedMax,
  saveToAddressBook,
} from '../../chain/withdrawals/saved-addresses.ts'
import { transaction } from '../../database/database.ts'
import { lockCustomer } from '../../database/lock-customer.ts'
import { Denied, Refused } from '../../http/refused.ts'
import type { World } from '../../world.ts'
import { proveTwice, useProof } from '../account/second-factor/second-proof.ts'
import { warn } from '../account/security-notice.ts'
import type { Handler, Handlers } from '../handler.ts'

/** Addresses that may be withdrawn to: each is saved with PIN and mailed code first, and waits. */
export function addressBookApi(world: World): Handlers<typeof addressBook> {
  const { db, treasury, config } = world

  const list: Handler<typeof addressBook.addressBook> = async ({ chain }, { userId }) =>
    (await savedAddresses(db, { userId, network: chain })).map(savedAddressOf)

  const check: Handler<typeof addressBook.checkAddress> = async ({ chain, address: typed }, { userId }) => {
    refuseOtherNetwork(world, chain)
    const { address, problem, looksLike } = await checkAddress(db, { treasury, typed })
    const nothing = { address, problem, looksLike, resembles: null, saved: null }
    if (problem) return nothing
    const saved = await savedAddress(db, { userId, network: chain, address })
    if (saved) return { ...nothing, saved: savedAddressOf(saved) }
    const resembles = await resembled(db, { userId, address })
    return resembles ? { ...nothing, problem: 'look_alike', resembles } : nothing
  }

  const save: Handler<typeof addressBook.saveToAddressBook> = async (input, customer) => {
    const { chain: network, label, code, pin, secondCode: given } = input
    const { userId } = customer
    const address = await payableAddress(world, { ...input, userId })
    const user = await userById(db, userId)
    const mailed = { email: user.email, purpose: 'transferOut', code } as const
    await refuseFrozen(db, userId)
    await comparePin(world, { ...customer, pin })
    await tryCode(world, mailed)
    const second = await proveTwice(world, { user, given, caller: customer, mailed: [mailed] })
    const saved = await transaction(db, async db => {
      await lockCustomer(db, userId)
      await refuseFrozen(db, userId)
      await useCode(world, db, mailed)
      await useProof(db, second)
      const waitSeconds = config.WITHDRAWAL_WAIT_SECONDS
      const saved = await saveToAddressBook(db, { userId, network, address, label, waitSeconds })
      if (!saved) throw new Refused('limit_exceeded', { which: 'addresses', limit: `${savedMax}`, left: '0' })
      const detail = `${label} · ${network} · ${endsOf(address)}`
      const params = { label, chain: network, address: endsOf(address) }
      await warn(db, { user, event: 'addressSaved', caller: customer, params, detail })
      return saved
    })
    world.wake()
    return savedAddressOf(saved)
  }

  const rename: Handler<typeof addressBook.renameInAddressBook> = async ({ id, label, pin }, customer) => {
    const { userId } = customer
    await comparePin(world, { ...customer, pin })
    const renamed = await renameInAddressBook(db, { userId, id, label })
    if (!renamed) throw new Denied()
    return savedAddressOf(renamed)
  }

  const remove: Handler<typeof addressBook.removeFromAddressBook> = async ({ id }, { userId }) => {
    if (!(await removeFromAddressBook(db, { userId, id }))) throw new Denied()
    return null
  }

  return {
    addressBook: list,
    checkAddress: check,
    saveToAddressBook: save,
    renameInAddressBook: rename,
    removeFromAddressBook: remove,
  }
}

interface Typed {
  userId: string
  chain: string
  address: string
  /** Whether it is this one and not the one it looks like. */
  isMeant?: boolean | undefined
}

/** The address as the network writes it; refuses what cannot be paid to, and what looks like a saved one unless it is meant. */
async function payableAddress(
  world: World,
  { userId, chain, address: typed, isMeant = false }: Typed,
): Promise<string> {
  const { db, treasury } = world
  refuseOtherNetwork(world, chain)
  const { address, problem, looksLike } = await checkAddress(db, { treasury, typed })
  if (problem)
    throw new Refused('address_not_allowed', { why: problem, address, ...(looksLike && { looksLike }) })
  const resembles = isMeant ? undefined : await resembled(db, { userId, address })
  if (resembles) throw new Refused('address_not_allowed', { why: 'look_alike', address, resembles })
  return address
}

function refuseOtherNetwork({ treasury }: World, network: string) {
  if (network !== treasury.network) throw new Refused('currency_unsupported')
}
