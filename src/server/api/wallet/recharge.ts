import type { Output } from '../../../contract/call.ts'
import { format, parse } from '../../../contract/money.ts'
import * as wallet from '../../../contract/wallet.ts'
import { showRecharges } from '../../across/recharge-books.ts'
import { refuseOtherCurrency, sameInUsdt } from '../../cards/money/bridge.ts'
import { type CardMoney, lockCardMoney } from '../../cards/money/card-money.ts'
import { haveRecharged, planRecharge, type RechargePlan } from '../../cards/money/recharging.ts'
import { refuseCall } from '../../cards/states/card-states.ts'
import type { Db } from '../../database/database.ts'
import { Denied, Refused } from '../../http/refused.ts'
import type { World } from '../../world.ts'
import { decisionDesk, type Wish } from '../deciding/decision-desk.ts'
import type { Handlers } from '../handler.ts'

type ToCard = typeof wallet.convertToCardBalance

/** From the wallet to a card: the handler of the wallet noun that belongs to cards. */
export function rechargeHandlers(world: World): Pick<Handlers<typeof wallet>, 'convertToCardBalance'> {
  return {
    convertToCardBalance: (input, customer) => recharge(world, { input, customer }),
  }
}

const recharge = decisionDesk<ToCard, RechargeBasis, RechargePlan>(wallet.convertToCardBalance, {
  read: readBasis,
  plan: planToCard,
  show: recharges => ({ answers: recharges.map(answerOf), write: db => showRecharges(db, recharges) }),
})

type RechargeBasis = (CardMoney & { hasRecharged: boolean }) | null

/** Whether somebody has recharged before is asked under the lock of their master balance. */
async function readBasis(db: Db, wishes: readonly Wish<ToCard>[]): Promise<RechargeBasis[]> {
  const owners = wishes.map(({ userId }) => userId)
  const [moneys, recharged] = await Promise.all([
    lockCardMoney(db, wishes.map(cardOf)),
    haveRecharged(db, owners),
  ])
  return moneys.map(money => money && { ...money, hasRecharged: recharged.has(money.card.user_id) })
}

function cardOf({ userId, input }: Wish<ToCard>) {
  return { userId, cardId: input.cardId }
}

function planToCard(basis: RechargeBasis, { input }: Wish<ToCard>): RechargePlan {
  if (!basis) throw new Denied()
  refuseOtherCurrency(input.currency)
  refuseCall(basis.card, 'convertToCardBalance')
  const plan = planRecharge(basis, input.amount)
  if (input.total !== undefined) refuseOtherTotal(input.total, plan)
  return plan
}

/** The customer pays what they were shown, or is asked again. */
function refuseOtherTotal(total: string, { usdMinor, feeMinor }: RechargePlan) {
  const totalMinor = sameInUsdt(usdMinor) + feeMinor
  if (parse(total, 'USDT') === totalMinor) return
  throw new Refused('quote_expired', { fee: format(feeMinor, 'USDT'), total: format(totalMinor, 'USDT') })
}

function answerOf({ rechargeId, usdMinor, feeMinor, ...left }: RechargePlan): Output<ToCard> {
  return {
    rechargeId,
    amount: format(usdMinor, 'USD'),
    fee: format(feeMinor, 'USDT'),
    cardAvailable: format(left.cardAvailableMinor, 'USD'),
    walletAvailable: format(left.walletAvailableMinor, 'USDT'),
  }
}
