import type { SavedAddress } from '../../../../contract/address-book.ts'
import type { Refusal } from '../../../../contract/refusal.ts'
import type { Withdrawal } from '../../../../contract/withdrawal.ts'
import type { Quote } from '../parts/out/out-plan.ts'
import type { Checked } from '../parts/out/use-address-check.ts'

// For tests of withdrawals: what the server would say.

export const api = {
  quote: '/api/customer/cryptoCurrency/transferOutQuote',
  out: '/api/customer/cryptoCurrency/transferOut',
  cancel: '/api/customer/cryptoCurrency/transferOutCancel',
  detail: '/api/customer/cryptoCurrency/transferOutDetail',
  list: '/api/customer/cryptoCurrency/transferOutList/5/1',
  book: '/api/customer/addressBook/list',
  check: '/api/customer/addressBook/check',
  save: '/api/customer/addressBook/save',
  rename: '/api/customer/addressBook/rename',
  remove: '/api/customer/addressBook/delete',
  mail: '/api/common/customerUser/sendEmail',
}

export const id = '01990000-0000-7000-8000-0000000000a1'
export const fresh = '0x5E47C8197cbf1a7437901d82c34797aCB8E69FdD'
/** Begins and ends like the saved one. */
export const alike = `0x5290${'1'.repeat(32)}69Fd`

export const savedAddress: SavedAddress = {
  id: '01990000-0000-7000-8000-0000000000b1',
  chain: 'ERC20',
  address: '0x5290830B7f3Bd9A2CeF49E4e6B0a1B0d2C3e69Fd',
  label: '冷钱包',
  usableTime: '2026-11-01T00:00:00.000Z',
  leftSeconds: 0,
  isUsable: true,
  lastUseTime: null,
  createTime: '2026-10-31T00:00:00.000Z',
}

export const unchecked: Checked = {
  address: fresh,
  problem: null,
  looksLike: null,
  resembles: null,
  saved: null,
}

export function withdrawalOf(changes: Partial<Withdrawal> = {}): Withdrawal {
  return {
    id,
    currency: 'USDT',
    chain: 'ERC20',
    address: savedAddress.address,
    label: savedAddress.label,
    amount: '100',
    fee: '1',
    receive: '99',
    status: 'queued',
    reason: null,
    txId: null,
    confirms: 0,
    required: 12,
    sendTime: '2026-11-20T08:00:00.000Z',
    isCancellable: false,
    createTime: '2026-11-20T08:00:00.000Z',
    billId: '01990000-0000-7000-8000-0000000000c1',
    ...changes,
  }
}

/** A quote for what was asked, at a fee. */
export function quoteOf(sent: Record<string, unknown>, fee = 1): { code: 1; data: Quote } {
  const amount = sent.amount ? Number(sent.amount) : sent.receive ? Number(sent.receive) + fee : null
  const plan =
    amount === null
      ? null
      : {
          amount: String(amount),
          receive: String(amount - fee),
          feePercent: (Math.ceil((fee / amount) * 10_000) / 100).toFixed(2),
        }
  const data: Quote = {
    available: '412.75',
    fee: String(fee),
    min: '10',
    max: '412.75',
    day: { limit: '20000', left: '5000' },
    month: { limit: '100000', left: '80000' },
    reviewFrom: '5000',
    expectedSeconds: 108,
    wait: null,
    plan,
  }
  return { code: 1, data }
}

export function refused(key: Refusal, data: object | null = null) {
  return { code: 1400, key, msg: '', data }
}
