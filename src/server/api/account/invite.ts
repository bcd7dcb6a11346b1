import type * as invite from '../../../contract/invite.ts'
import { format } from '../../../contract/money.ts'
import { sourceOf, takeTryOrRefuse } from '../../account/attempts.ts'
import { knownDevice } from '../../account/devices.ts'
import type { UserRow } from '../../account/tables.ts'
import { userById } from '../../account/users.ts'
import type { Db } from '../../database/database.ts'
import { Refused } from '../../http/refused.ts'
import { invitationsOf, invitedBy, inviterOf } from '../../invites/invited.ts'
import { refuseReward } from '../../invites/rewards.ts'
import { rewardMinor } from '../../jobs/reward-invite.ts'
import { invitationTo } from '../../params/params.ts'
import { texts } from '../../params/texts.ts'
import type { World } from '../../world.ts'
import type { Handlers } from '../handler.ts'

const looksAnHour = 120
const preparedAnHour = 30
const hourMs = 60 * 60_000

/** Notes at registration that the device is one of whoever invites: they stay invited, but it earns nothing. */
export async function noteInvitation(
  world: World,
  db: Db,
  { user, deviceKey }: { user: UserRow; deviceKey?: string | undefined },
): Promise<void> {
  const referrerId = user.referred_by_id
  if (referrerId && (await knownDevice(world, db, { userId: referrerId, deviceKey }))) {
    await refuseReward(db, { inviteeId: user.id, referrerId })
  }
}

/** Invitations: whom somebody invited, how far they have come, and what it brought. */
export function inviteApi(world: World): Handlers<typeof invite> {
  const { db, config } = world
  return {
    async invited({ page = 1, pageSize = 20 }, { userId }) {
      return await invitedBy(db, { userId, page, pageSize })
    },

    async inviteSummary(_input, { userId }) {
      const { refer_code: code, lang } = await userById(db, userId)
      const { invited, certified, with_card, rewarded, earned, waiting } = await invitationsOf(db, userId)
      return {
        code,
        link: invitationTo(config, { lang, refer: code }),
        reward: format(rewardMinor(config), 'USDT'),
        invited: Number(invited),
        certified: Number(certified),
        withCard: Number(with_card),
        rewarded: Number(rewarded),
        earned: format(earned, 'USDT'),
        waiting: format(waiting, 'USDT'),
      }
    },

    async preparedInvite({ lang }, { userId }) {
      const subject = `prepared-invite:${userId}`
      await takeTryOrRefuse(db, { subject, limit: preparedAnHour, windowMs: hourMs })
      const id = await preparedBy(world, { user: await userById(db, userId), lang })
      if (id === null) throw new Refused('feature_unsupported')
      return { id }
    },

    async inviter({ referCode }, { ip }) {
      const subject = `inviter:${sourceOf(ip)}`
      await takeTryOrRefuse(db, { subject, limit: looksAnHour, windowMs: hourMs })
      return await inviterOf(db, referCode)
    },
  }
}

/** The id of the message; null where Telegram cannot prepare one for this customer now. */
async function preparedBy(
  { bot, config, log }: World,
  { user, lang }: { user: UserRow; lang: 'zh' | 'en' },
): Promise<string | null> {
  const { refer_code: refer, telegram_id: telegramId } = user
  if (!bot || !telegramId || !config.TELEGRAM_BOT_NAME) return null
  const { invited: title, about: text, open } = texts[lang].preview
  const url = `https://t.me/${config.TELEGRAM_BOT_NAME}?startapp=r_${refer}_${lang}`
  const link = invitationTo(config, { lang, refer })
  const invitation = { userId: telegramId, title, text, link, button: { text: open, url } }
  const answer = await bot.prepare(invitation).catch((error: unknown) => {
    log.warn({ error }, 'an invitation could not be prepared')
    return null
  })
  return answer?.outcome === 'prepared' ? answer.id : null
}
