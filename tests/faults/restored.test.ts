import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signOn } from '../../src/server/chain/nonces.ts'
import { balancesOf } from '../../src/server/ledger/ledger.ts'
import { askAnother, calm } from './histories/withdrawal-acts.ts'
import { heal } from './histories/withdrawal-agreement.ts'
import {
  begin,
  close,
  confirmations,
  db,
  type History,
  hashesOf,
  inCopy,
  open,
  rowsOf,
  wealth,
} from './histories/withdrawal-history.ts'

beforeAll(open)
afterAll(close)

const some = fc.array(calm, { minLength: 3, maxLength: 12 })
const paid = ({ node }: History) => node.payments().filter(({ amountMinor }) => amountMinor > 0n)

async function nextOf({ node: { treasury } }: History): Promise<bigint> {
  const nonces = db.selectFrom('chain_nonces').select('next_nonce').where('network', '=', treasury.network)
  return (await nonces.executeTakeFirst())?.next_nonce ?? 0n
}

/** Payments that the books do not know. */
async function unknownTo({ node }: History): Promise<number> {
  const alarms = db.selectFrom('alarms').select('subject').where('kind', '=', 'payment_unknown')
  const subjects = (await alarms.execute()).map(({ subject }) => subject)
  return paid({ node } as History).filter(({ txHash }) => subjects.includes(txHash)).length
}

/** Every payment is made once, and is that of one withdrawal that was charged, or a person was told of it. */
async function agree(history: History) {
  const made = paid(history).map(({ to, currency, amountMinor }) => `${amountMinor} ${currency} to ${to}`)
  expect([...new Set(made)]).toEqual(made)
  const rows = await rowsOf(history.node.treasury.network)
  const done = rows.filter(({ status }) => status === 'done')
  for (const row of rows) {
    const hashes = await hashesOf(row)
    const own = paid(history).filter(({ txHash }) => hashes.includes(txHash))
    const { address: to, currency, receive_minor: amountMinor } = row
    expect(own).toMatchObject(row.status === 'done' ? [{ to, currency, amountMinor }] : [])
  }
  expect(paid(history)).toHaveLength(done.length + (await unknownTo(history)))
  for (const { userId } of history.customers) {
    const account = (await balancesOf(db, userId)).find(({ currency }) => currency === 'USDT')
    const left = done
      .filter(({ user_id, currency }) => user_id === userId && currency === 'USDT')
      .reduce((sum, { amount_minor }) => sum + amount_minor, 0n)
    expect(account).toMatchObject({ balanceMinor: wealth.USDT - left, heldMinor: 0n })
  }
}

test('any history in which a backup is restored pays each withdrawal once, or tells a person of it', async () => {
  const told = { unknown: 0, found: 0, nothing: 0 }
  await fc.assert(
    fc.asyncProperty(askAnother, some, some, some, fc.boolean(), some, async (first, ...acts) => {
      const [before, lost, halted, isHeard, after] = acts
      const history = await begin()
      await history.pay()
      await first(history)
      for (const act of before) await act(history)
      const inLostLife = async () => {
        for (const act of lost) await act(history)
        return await nextOf(history)
      }
      await inCopy(inLostLife, async next => {
        const { network } = history.node.treasury
        const seen = paid(history).length
        for (const act of halted) await act(history)
        const known = await nextOf(history)
        expect(known).toBeLessThanOrEqual(next)
        await signOn(db, network, { useUpTo: next > known ? next - 1n : null })
        if (isHeard) history.node.remember()
        for (const act of after) await act(history)
        await heal(history)
        await agree(history)
        history.node.remember()
        history.node.mine(confirmations + 1)
        await history.pay()
        await agree(history)
        expect(seen).toBeLessThanOrEqual(paid(history).length)
        told.unknown += await unknownTo(history)
        const found = await sql`select from withdrawal_attempts a join withdrawals w on w.id = a.withdrawal_id
          where w.network = ${network} and a.number = 1 and a.raw = ''`.execute(db)
        told.found += found.rows.length
        const nothing = await sql`
          select from used_up_nonces where network = ${network} and pays_nothing`.execute(db)
        told.nothing += nothing.rows.length
      })
    }),
    { numRuns: 30, seed: 20_261_126, endOnFailure: false },
  )
  for (const count of Object.values(told)) expect(count).toBeGreaterThan(2)
}, 600_000)
