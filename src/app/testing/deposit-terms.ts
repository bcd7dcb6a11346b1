import type { Output } from '../../contract/call.ts'
import type { queryTransferIn } from '../../contract/wallet.ts'

const address = '0x5E47C8197cbf1a7437901d82c34797aCB8E69FdD'
/** Somebody else's. */
export const otherAddress = '0x52908400098527886E0F7030069857D2E4169EE7'

/** For tests: what is told of the wallet's own address, to which nothing has come; change what matters. */
export const depositTerms: Output<typeof queryTransferIn> = {
  address,
  former: [],
  qr: address,
  memo: null,
  min: '1',
  max: null,
  waiting: '0',
  confirmations: 3,
  expectedSeconds: 36,
  list: [],
}
