import { afterAll, beforeAll, expect, test } from 'vitest'
import { toldOf } from '../../../src/server/bills/told.ts'
import { funded, newCustomer } from '../../fixtures/account/customer.ts'
import { begin, row, tested } from '../../fixtures/bills/written-bills.ts'

beforeAll(begin)
afterAll(() => tested.close())

test('a transfer with one bill for both of its accounts is told on either; its fee on the one that paid it', async () => {
  const customer = await newCustomer(tested)
  const { userId } = customer
  await funded(tested, { userId, amountMinor: 5_000_000n })
  const { db } = tested.world
  const { transfer_id: transferId } = await db
    .selectFrom('entries')
    .innerJoin('accounts', 'accounts.id', 'entries.account_id')
    .select('entries.transfer_id')
    .where('accounts.owner_id', '=', userId)
    .executeTakeFirstOrThrow()
  const remark = { to: '1234' }
  await row(customer, { kind: 'topUp', remark, transferId })
  await row(customer, { kind: 'fee', amountMinor: -70_000n, remark: { fee: 'rechargeFee' }, transferId })

  const toldAt = async (account: string, currency: string) => {
    const place = { account, currency }
    const told = await toldOf(db, { userId, place, transferIds: [transferId], from: new Date() })
    return told.get(transferId)
  }
  expect(await toldAt('wallet', 'USDT')).toEqual({ remark, note: null, feeMinor: 70_000n })
  expect(await toldAt('1234', 'USD')).toEqual({ remark, note: null, feeMinor: 0n })
})
