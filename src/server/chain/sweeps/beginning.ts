import { sql } from 'kysely'
import { closeAlarm, raiseAlarm } from '../../alarms.ts'
import { type Db, transaction } from '../../database/database.ts'
import { inTurn } from '../../in-turn.ts'
import { cursorOf } from '../cursor.ts'
import { watchHalts } from '../halts.ts'
import { giveNonce, lockNonce, lockWhetherSigning } from '../nonces.ts'
import type { Payment, Prices, Treasury } from '../treasury.ts'
import { nothing, purseOf, shortage } from '../withdrawals/signing.ts'
import { adopt, adoptGas } from './adopting.ts'
import { forgetMarks, isAddressBusy, type Known, knownAt, sweepable } from './known.ts'
import { pausedBy } from './pausing.ts'
import { lockAddress, nextNonce, signNew } from './signing.ts'
import { dearestPerGas, feeCoin, feeMinorOf, gasHeadroom, patient, rawOfMinor } from './sweep-terms.ts'
import type { Sweeping } from './sweeping.ts'

const beginMax = 50

/**
 * Begins to move what the books know to be at deposit addresses, where it is worth its fee, to the hot wallet: one
 * transaction of an address at a time. A token's address that has too little ether for the fee is given some first, by the
 * hot wallet. Nothing begins while it is paused or all signing is stopped, while our reader stands still or the node is
 * behind it, or while gas is dear.
 */
export async function beginSweeps(sweeping: Sweeping): Promise<void> {
  const { db, treasury, depositWallets } = sweeping
  const { network } = treasury
  await watchHalts(db, network)
  await adoptGas(sweeping)
  if (!depositWallets || (await pausedBy(db, network))) return
  const read = await cursorOf(db, network)
  if (!read || read.stopped || (await treasury.head()) < read.height) return
  const prices = patient(await treasury.prices())
  if (prices.maxFeePerGas > dearestPerGas) return
  await forgetMarks(db, network)
  const places = await sweepable(db, { network, limit: beginMax })
  if (places.length === 0) await closeAlarm(db, { kind: 'sweeps_waiting', subject: network })
  await inTurn(places, place =>
    beginOne(sweeping, { place, wallet: depositWallets(place.derivation), prices }),
  )
}

/** An address from which something is moved, and who signs for it. */
interface Place {
  place: Known
  wallet: Treasury
  prices: Prices
}

async function beginOne(sweeping: Sweeping, at: Place): Promise<void> {
  const { db, treasury } = sweeping
  const { place, wallet, prices } = at
  const { address, currency } = place
  if (wallet.address !== address) throw new Error(`the key of deposit address ${address} is another one`)
  const [held, minedCount, waitingCount, fuelRaw] = await Promise.all([
    wallet.balanceOf(currency),
    wallet.minedCount(),
    wallet.waitingCount(),
    wallet.feeBalance(),
  ])
  const next = await nextNonce(db, address)
  if (minedCount > next) return await adopt(sweeping, { address, wallet, nonce: next })
  // Where the chain has less than the books `ops chain check` says so, and nothing is signed that would come to nothing.
  if (waitingCount > next || minedCount < next || held < place.minor) return
  const payment = paymentFrom(treasury, at)
  if (payment.amountMinor <= 0n) return
  const missingRaw = wallet.costOf(payment, prices) - (await spendable(db, at, fuelRaw))
  if (missingRaw <= 0n) return await signSweep(sweeping, at, payment)
  if (currency !== feeCoin) await signGas(sweeping, at, missingRaw)
}

/** Of ether what its own fee may take stays. */
function paymentFrom({ address: to }: Treasury, { place, wallet, prices }: Place): Payment {
  const { currency, minor } = place
  const feeRaw = currency === feeCoin ? wallet.costOf(nothing(wallet), prices) : 0n
  return { to, currency, amountMinor: minor - feeMinorOf(feeRaw) }
}

/** Ether at the address that the books know, as far as the chain has it, in the native coin's smallest unit. */
async function spendable(db: Db, { place, wallet }: Place, fuelRaw: bigint): Promise<bigint> {
  const { network } = wallet
  const knownRaw = rawOfMinor(await knownAt(db, { network, address: place.address, currency: feeCoin }))
  return knownRaw < fuelRaw ? knownRaw : fuelRaw
}

async function signSweep({ db }: Sweeping, { place, wallet, prices }: Place, payment: Payment) {
  const { network } = wallet
  const { address, currency } = place
  await transaction(db, async db => {
    if (!(await lockWhetherSigning(db, network)) || (await pausedBy(db, network))) return
    await lockAddress(db, address)
    const isSame = (await knownAt(db, { network, address, currency })) >= place.minor
    if (!isSame || (await isAddressBusy(db, address))) return
    const nonce = await nextNonce(db, address)
    await signNew(db, { kind: 'sweep', address, sender: wallet, payment, nonce, prices })
  })
}

/** By the hot wallet, with the next of its nonces. Withdrawals that are due go first. */
async function signGas(
  { db, treasury }: Sweeping,
  { place: { address }, prices }: Place,
  missingRaw: bigint,
): Promise<void> {
  const { network } = treasury
  const purse = await purseOf(treasury, feeCoin)
  const amountMinor = feeMinorOf(missingRaw * gasHeadroom)
  const payment: Payment = { to: address, currency: feeCoin, amountMinor }
  const alarm = { kind: 'sweeps_waiting', subject: network } as const
  await transaction(db, async db => {
    const nonce = await lockNonce(db, network, purse)
    if (nonce === null || (await pausedBy(db, network)) || (await isOneDue(db, network))) return
    await lockAddress(db, address)
    if (await isAddressBusy(db, address)) return
    const low = await shortage(db, { treasury, purse, payment })
    if (low) return await raiseAlarm(db, { ...alarm, detail: low })
    await closeAlarm(db, alarm)
    await signNew(db, { kind: 'gas', address, sender: treasury, payment, nonce, prices })
    await giveNonce(db, { network, nonce })
  })
}

async function isOneDue(db: Db, network: string): Promise<boolean> {
  const { rows } = await sql`
    select from withdrawals where network = ${network} and status = 'queued' and send_at <= now() limit 1`.execute(
    db,
  )
  return rows.length > 0
}
