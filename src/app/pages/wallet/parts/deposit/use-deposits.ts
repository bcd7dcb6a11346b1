import type { Output } from '../../../../../contract/call.ts'
import type { Coin } from '../../../../../contract/money.ts'
import { queryTransferIn } from '../../../../../contract/wallet.ts'
import { type Live, useLive } from '../use-live.ts'

export type TransferIn = Output<typeof queryTransferIn>
export type Deposit = TransferIn['list'][number]

const movingMs = 3_000
const quietMs = 4_000

/** The address of a coin on a network with its deposits: renewed faster while one is on its way. */
export function useDeposits(input: { currency: Coin; chain: string }): Live<TransferIn> {
  const pauseOf = ({ list }: TransferIn) => (list.some(isMoving) ? movingMs : quietMs)
  return useLive(queryTransferIn, input, pauseOf, { isKept: true })
}

/** On its way: seen on chain, for the first time or again, confirmations to come. */
export function isMoving({ status }: Deposit): boolean {
  return status === 'seen' || status === 'confirming' || status === 'found'
}

/** A key for each deposit: one transaction may bring several. New ones come first and must not change the old keys. */
export function keyed(list: readonly Deposit[]): { key: string; deposit: Deposit }[] {
  const counts = new Map<string, number>()
  return [...list]
    .reverse()
    .map(deposit => {
      const count = counts.get(deposit.txId) ?? 0
      counts.set(deposit.txId, count + 1)
      return { key: `${deposit.txId}:${count}`, deposit }
    })
    .reverse()
}
