import type { Output } from '../../../contract/call.ts'
import type * as cardControl from '../../../contract/card-control.ts'
import { format, parse } from '../../../contract/money.ts'
import { frozenBy } from '../../account/freezes.ts'
import { ownCard } from '../../cards/cards.ts'
import { kindOf, purchaseFees } from '../../cards/kinds.ts'
import { type AuthorizationBasis, declineOf, limitMet } from '../../cards/purchases/authorization.ts'
import { usedOf } from '../../cards/purchases/limits.ts'
import { capMet } from '../../cards/purchases/merchant-caps.ts'
import { totalOf } from '../../cards/purchases/purchase-fees.ts'
import { Refused } from '../../http/refused.ts'
import { balanceOf } from '../../ledger/ledger.ts'
import type { World } from '../../world.ts'
import type { Handlers } from '../handler.ts'

/** A billion USD, as much as one word of the issuer may move: with its fees it still has room in an answer. */
const mostMinor = 1_000_000_000_00n

/** A purchase that is only thought of, decided as the issuer's question about a real one is. */
export function trialHandlers({ db }: World): Pick<Handlers<typeof cardControl>, 'tryPurchase'> {
  return {
    async tryPurchase({ id, amount, channel, country, shop = null, merchant = null }, { userId }) {
      const card = await ownCard(db, { userId, cardId: id })
      const totalMinor = parse(amount, 'USD')
      if (totalMinor === null || totalMinor > mostMinor)
        throw new Refused('input_invalid', { fields: { amount: 'amount' } })
      const fees = purchaseFees(kindOf(card), { amountMinor: totalMinor, country })
      const { recentCount, ...used } = await usedOf(db, id)
      const basis: AuthorizationBasis = {
        card,
        isAccountFrozen: (await frozenBy(db, userId)) !== null,
        isIncrement: false,
        totalMinor,
        addedMinor: totalMinor,
        neededMinor: totalMinor + totalOf(fees),
        availableMinor: (await balanceOf(db, card.account_id)).availableMinor,
        currency: 'USD',
        channel,
        country,
        merchant,
        cap: merchant === null ? null : await capMet(db, { cardId: id, merchant, threadId: '' }),
        shop,
        at: new Date(),
        used,
        recentCount,
      }
      const feeOf = (name: string) => fees.find(({ fee }) => fee === name)?.amountMinor ?? 0n
      return {
        consumeFee: format(feeOf('consumeFee'), 'USD'),
        crossBorderFee: format(feeOf('crossBorderFee'), 'USD'),
        ...verdictOf(basis),
      }
    },
  }
}

type Verdict = Omit<Output<typeof cardControl.tryPurchase>, 'consumeFee' | 'crossBorderFee'>

function verdictOf(basis: AuthorizationBasis): Verdict {
  const { neededMinor, availableMinor } = basis
  const reason = declineOf(basis)
  const met = reason && limitMet(basis, reason)
  const usd = (minor: bigint | null | undefined) => (minor == null ? null : format(minor, 'USD'))
  return {
    reason,
    total: format(neededMinor, 'USD'),
    available: format(availableMinor, 'USD'),
    left: reason || neededMinor > availableMinor ? null : format(availableMinor - neededMinor, 'USD'),
    missing: reason === 'no_money' ? format(neededMinor - availableMinor, 'USD') : null,
    limit: usd(met?.limitMinor),
    used: usd(met?.usedMinor),
  }
}
