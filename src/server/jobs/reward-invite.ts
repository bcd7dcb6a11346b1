import { format, parse } from '../../contract/money.ts'
import { writeBill } from '../bills/bills.ts'
import type { Config } from '../config.ts'
import { type Db, transaction } from '../database/database.ts'
import { fundMarketing } from '../invites/marketing.ts'
import { type Paid, payReward, rewardlessAmong } from '../invites/rewards.ts'
import { tell } from '../messages/messages.ts'
import type { World } from '../world.ts'
import { enqueue, enqueueAll } from './queue/outbox.ts'
import { Later } from './queue/runner.ts'

const retryMs = 60_000

/** Asks for the rewards of those among these customers who were invited: they have recharged a card just now. */
export async function askForRewards(db: Db, userIds: readonly string[]): Promise<void> {
  const invited = userIds.length > 0 ? await rewardlessAmong(db, userIds) : []
  await enqueueAll(
    db,
    'reward-invite',
    invited.map(inviteeId => ({ payload: { inviteeId }, key: `reward:${inviteeId}` })),
  )
}

/**
 * The same of somebody who is verified just now: they may have recharged while they were not. Without a key: the job of that
 * recharge may be there still, and be about to end.
 */
export async function askForRewardOf(db: Db, userId: string): Promise<void> {
  for (const inviteeId of await rewardlessAmong(db, [userId]))
    await enqueue(db, 'reward-invite', { inviteeId })
}

/** Pays the reward for an invited person into the wallet of whoever invited them, once; waits while there is no money for it. */
export async function rewardInvite(
  { db, config }: World,
  { inviteeId }: { inviteeId: string },
): Promise<void> {
  const outcome = await transaction(db, async db => {
    // The sandbox sets money aside as operators do elsewhere (`ops invite fund`).
    if (config.SANDBOX) await fundMarketing(db, { amountMinor: sandboxMinor, key: 'sandbox' })
    const paid = await payReward(db, { inviteeId, amountMinor: rewardMinor(config) })
    if (paid && paid !== 'waiting') await show(db, { ...paid, inviteeId })
    return paid
  })
  if (outcome === 'waiting') throw new Later(retryMs)
}

/** What is paid for an invited person, in minor units of USDT; 0 while there are no rewards. */
export function rewardMinor({ INVITE_REWARD }: Pick<Config, 'INVITE_REWARD'>): bigint {
  const minor = parse(INVITE_REWARD, 'USDT')
  if (minor === null) throw new Error('INVITE_REWARD is no amount of USDT')
  return minor
}

const sandboxMinor = 1_000_000_000n

async function show(
  db: Db,
  { inviteeId, referrerId: userId, amountMinor, transferId }: Paid & { inviteeId: string },
) {
  const { billId } = await writeBill(db, {
    userId,
    kind: 'transfer',
    amountMinor,
    currency: 'USDT',
    account: 'wallet',
    remark: { reward: 'invite' },
    status: 'done',
    transferId,
    step: { what: 'rewarded' },
  })
  await tell(db, {
    userId,
    kind: 'balance',
    noticeType: 'reward',
    params: { amount: format(amountMinor, 'USDT'), currency: 'USDT' },
    action: `/pages/bill/bill?id=${billId}`,
    eventKey: `reward:${inviteeId}`,
  })
}
