import { css } from 'goober'
import { useState } from 'react'
import type { Output } from '../../../../contract/call.ts'
import { invited, inviteSummary } from '../../../../contract/invite.ts'
import { useLoad } from '../../../loading/use-load.ts'
import { usePages } from '../../../loading/use-pages.ts'
import { t } from '../../../state/locale.ts'
import { Button } from '../../../ui/button.tsx'
import { Chip } from '../../../ui/chip.tsx'
import { dots } from '../../../ui/dots.ts'
import { List, Row } from '../../../ui/list.tsx'
import { Money } from '../../../ui/money.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { ownAmount } from '../../../ui/own-amount.ts'
import { paper } from '../../../ui/paper.ts'
import { Sheet } from '../../../ui/sheet.tsx'
import { ErrorView, Skeleton } from '../../../ui/states.tsx'
import { Steps } from '../../../ui/steps.tsx'
import { when } from '../../../ui/when.ts'

type Friend = Output<typeof invited>['list'][number]

const tones = { none: undefined, waiting: 'warn', paid: 'pos', refused: 'neg' } as const

/** Who registered with the code, how far everybody has come, and what it brought. */
export function Friends() {
  const { first, rows, hasMore, isBusy, notice, more } = usePages(invited, { pageSize: 20, keyOf })
  const [shown, show] = useState<Friend | null>(null)

  return (
    <section class={box}>
      <h2>{t('invite.friends.title')}</h2>
      {first.state === 'loading' && <Skeleton rows={2} />}
      {first.state === 'failed' && !first.data && (
        <ErrorView text={first.refusal} status={first.status} onRetry={first.reload} />
      )}
      {first.data && rows.length === 0 && <p class="cap">{t('invite.friends.empty')}</p>}
      {rows.length > 0 && (
        <>
          <Counts />
          <List label={t('invite.friends.title')}>
            {rows.map(friend => (
              <Row
                key={keyOf(friend)}
                title={<bdi>{friend.email}</bdi>}
                note={dots(t(`invite.step.${reached(friend)}`), when(friend.registeredAt))}
                value={<Reward of={friend} />}
                onPress={() => show(friend)}
              />
            ))}
          </List>
        </>
      )}
      <Notice text={notice} />
      {hasMore && (
        <Button kind="plain" isBusy={isBusy} onPress={more}>
          {t('invite.friends.more')}
        </Button>
      )}
      <Sheet isOpen={shown !== null} title={shown?.email ?? ''} onClose={() => show(null)}>
        {shown && <Way of={shown} />}
      </Sheet>
    </section>
  )
}

/** They have no id that we may know; two of one moment differ in their address. */
function keyOf({ registeredAt, email }: Friend): string {
  return registeredAt + email
}

function Counts() {
  const { data, state, refusal, status, reload } = useLoad(inviteSummary, {})
  if (!data && state === 'failed') return <ErrorView text={refusal} status={status} onRetry={reload} />
  if (!data) return <span class="bone" style="height:72px" />
  const { invited, certified, rewarded, earned, waiting } = data
  return (
    <>
      <dl class={`${paper} counts`}>
        {Object.entries({ invited, certified, rewarded }).map(([name, count]) => (
          <div key={name}>
            <dt class="cap">{t(`invite.count.${name as 'invited'}`)}</dt>
            <dd class="num">{count}</dd>
          </div>
        ))}
        <div>
          <dt class="cap">{t('invite.count.earned')}</dt>
          <dd>
            <Money amount={earned} currency="USDT" />
          </dd>
        </div>
      </dl>
      {waiting !== '0' && (
        <p class="cap">{t('invite.waiting', { amount: ownAmount({ amount: waiting, currency: 'USDT' }) })}</p>
      )}
    </>
  )
}

function Reward({ of: { reward } }: { of: Friend }) {
  const tone = tones[reward.state]
  return (
    <Chip {...(tone && { tone })}>
      {reward.state === 'paid' && reward.amount
        ? ownAmount({ amount: reward.amount, currency: 'USDT', sign: true })
        : t(`invite.state.${reward.state}`)}
    </Chip>
  )
}

/** Every step with its time, and why there is no reward. */
function Way({ of }: { of: Friend }) {
  const { registeredAt, certifiedAt, firstCardAt, rechargedAt, reward } = of
  const moments = {
    registered: registeredAt,
    certified: certifiedAt,
    card: firstCardAt,
    recharged: rechargedAt,
  }
  const steps = Object.entries(moments).map(([name, at]) => ({
    label: t(`invite.step.${name as 'card'}`),
    note: at && when(at),
    state: at ? ('done' as const) : ('next' as const),
  }))
  const state = reward.state === 'paid' ? 'done' : reward.state === 'refused' ? 'failed' : 'next'
  const words = reward.reason ? t(`invite.reason.${reward.reason}`) : reward.at && when(reward.at)
  return <Steps steps={[...steps, { label: t('invite.step.reward'), note: words, state }]} />
}

function reached({ certifiedAt, firstCardAt, rechargedAt }: Friend) {
  if (rechargedAt) return 'recharged'
  if (firstCardAt) return 'card'
  return certifiedAt ? 'certified' : 'registered'
}

const box = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 12px;
  padding-top: 8px;
  & h2,
  & > p {
    padding: 0 4px;
  }
  & h2 {
    font-size: 1.0625rem;
  }
  & .counts {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
    padding: 12px 16px;
  }
  & .counts > div {
    flex: 1 1 40%;
  }
  & dd {
    white-space: nowrap;
    font-size: 1.0625rem;
    font-weight: 600;
  }
`
