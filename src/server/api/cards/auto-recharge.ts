import type { Output } from '../../../contract/call.ts'
import type * as cardControl from '../../../contract/card-control.ts'
import type { AutoRechargeRule } from '../../../contract/card-control.ts'
import { format, parse, percentOf } from '../../../contract/money.ts'
import { comparePin } from '../../account/pin.ts'
import { lockCard, ownCard } from '../../cards/cards.ts'
import { kindOf } from '../../cards/kinds.ts'
import { autoRechargeOf, autoUsed, setAutoRecharge, shownRule } from '../../cards/money/auto-recharge.ts'
import { refuseCall } from '../../cards/states/card-states.ts'
import type { AutoRechargeTable, CardTable } from '../../cards/tables.ts'
import { type Db, transaction } from '../../database/database.ts'
import { Refused } from '../../http/refused.ts'
import { newId } from '../../id.ts'
import { askForAutoRecharge } from '../../jobs/auto-recharge.ts'
import { tell } from '../../messages/messages.ts'
import type { World } from '../../world.ts'
import type { Handlers } from '../handler.ts'

type Shown = Output<typeof cardControl.autoRecharge>

/** A card that recharges itself: read, changed with the PIN, switched off without. */
export function autoRechargeHandlers(world: World): Pick<Handlers<typeof cardControl>, 'autoRecharge'> {
  const { db } = world

  return {
    async autoRecharge({ id, set, pin }, { userId, sessionId }) {
      const card = await ownCard(db, { userId, cardId: id })
      if (!set) return await shown(db, card)
      refuseCall(card, 'autoRecharge')
      const asked = set.rule && limitsOf(card, set.rule)
      if (set.isOn) {
        if (pin === undefined) throw new Refused('input_invalid', { fields: { pin: 'required' } })
        if (!asked && !(await autoRechargeOf(db, id))) ruleMissing()
        await comparePin(world, { userId, sessionId, pin })
      }
      const after = await transaction(db, async db => {
        const card = await lockCard(db, id)
        refuseCall(card, 'autoRecharge')
        await change(db, { card, isOn: set.isOn, asked })
        return await shown(db, card)
      })
      world.wake()
      return after
    },
  }
}

type Limits = Pick<
  AutoRechargeTable,
  'threshold_minor' | 'by' | 'amount_minor' | 'day_max_minor' | 'month_max_minor'
>

/** What is switched on looks at the card at once: it may be below already. */
async function change(
  db: Db,
  { card, isOn, asked }: { card: CardTable; isOn: boolean; asked: Limits | undefined },
): Promise<void> {
  const before = await autoRechargeOf(db, card.id)
  const limits = asked ?? before ?? (isOn ? ruleMissing() : null)
  if (!limits) return
  const { threshold_minor, by, amount_minor, day_max_minor, month_max_minor } = limits
  const rule = { threshold_minor, by, amount_minor, day_max_minor, month_max_minor }
  await setAutoRecharge(db, { card_id: card.id, user_id: card.user_id, is_on: isOn, ...rule })
  const changeId = newId()
  await tell(db, {
    userId: card.user_id,
    kind: 'system',
    noticeType: 'security',
    params: { event: isOn ? 'autoRecharge' : 'autoRechargeOff', last4: card.last4 },
    action: `/pages/cardDetail/cardDetail?id=${card.id}&open=auto`,
    eventKey: `card-control:${changeId}`,
  })
  if (isOn) await askForAutoRecharge(db, { card, cause: `rule:${changeId}` })
}

/** The rule asked for in USD minor units; refused outside of what the kind of card recharges, and where it cannot work. */
function limitsOf(card: CardTable, rule: AutoRechargeRule): Limits {
  const { rechargeMinMinor: min, rechargeMaxMinor: max } = kindOf(card)
  const threshold = within(rule.threshold, { field: 'threshold', min: 1n, max })
  const isUpTo = rule.by === 'upTo'
  const least = isUpTo && threshold + 1n > min ? threshold + 1n : min
  const amount = within(rule.amount, { field: 'amount', min: least, max })
  const dayMax = within(rule.dayMax, { field: 'dayMax', min: isUpTo ? min : amount, max: max * 10n })
  const monthMax = within(rule.monthMax, { field: 'monthMax', min: dayMax, max: max * 100n })
  return {
    threshold_minor: threshold,
    by: rule.by,
    amount_minor: amount,
    day_max_minor: dayMax,
    month_max_minor: monthMax,
  }
}

function within(
  amount: string,
  { field, min, max }: { field: keyof AutoRechargeRule; min: bigint; max: bigint },
): bigint {
  const minor = parse(amount, 'USD')
  if (minor !== null && minor >= min && minor <= max) return minor
  throw new Refused('amount_out_of_range', { field, min: format(min, 'USD'), max: format(max, 'USD') })
}

function ruleMissing(): never {
  throw new Refused('input_invalid', { fields: { rule: 'required' } })
}

async function shown(db: Db, card: CardTable): Promise<Shown> {
  const row = await autoRechargeOf(db, card.id)
  const { dayMinor, monthMinor } = await autoUsed(db, card.id)
  const { rechargeMinMinor, rechargeMaxMinor, rechargeFeeBps } = kindOf(card)
  const isFrozen = card.status === 'frozen_user' || card.status === 'frozen_risk'
  return {
    isOn: row?.is_on ?? false,
    rule: row && shownRule(row),
    dayUsed: format(dayMinor, 'USD'),
    monthUsed: format(monthMinor, 'USD'),
    pausedBy: row?.is_on ? (isFrozen ? 'frozen' : row.paused_by) : null,
    min: format(rechargeMinMinor, 'USD'),
    max: format(rechargeMaxMinor, 'USD'),
    fee: percentOf(rechargeFeeBps),
  }
}
