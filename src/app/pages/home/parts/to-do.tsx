import { css } from 'goober'
import { useEffect, useState } from 'preact/hooks'
import type { UserInfo } from '../../../../contract/account.ts'
import type { Overview } from '../../../overview.ts'
import { link } from '../../../routing/hash-location.tsx'
import { t } from '../../../state/locale.ts'
import { session } from '../../../state/session.ts'
import { List, Row } from '../../../ui/list.tsx'
import { ownAmount } from '../../../ui/own-amount.ts'
import { when, whenInside } from '../../../ui/when.ts'

interface Mine {
  of: Overview
  user: UserInfo
}

/** What waits for the customer: what stands in the way of money, and what is left before the first payment. */
export function ToDo({ of }: { of: Overview }) {
  const user = session.value?.user
  return (
    user && (
      <>
        <Hurdles of={of} user={user} />
        {user.deleteAt ? <Leaving at={user.deleteAt} /> : <Steps of={of} user={user} />}
      </>
    )
  )
}

/** Withdrawals that are held, what cards owe, and a declined purchase that somebody can mend. */
function Hurdles({ of: { bills, cards, at }, user: { holdSeconds = 0 } }: Mine) {
  const [, tick] = useState({})
  useEffect(() => {
    const timer = holdSeconds && setInterval(() => tick({}), 20_000)
    return () => clearInterval(timer)
  }, [holdSeconds])
  // From the seconds that were told: the phone's clock may be wrong.
  const minutes = Math.ceil((holdSeconds + (+at - Date.now()) / 1_000) / 60)
  const declined = bills.find(isToMend)
  const owing = cards.filter(({ balance }) => balance[0] === '-')
  return minutes > 0 || declined || owing.length > 0 ? (
    <List>
      {minutes > 0 && (
        <Row
          icon="arrow-up-right"
          tone="warn"
          title={t('todo.hold')}
          note={t(minutes < 60 ? 'todo.holdMinutes' : 'todo.holdHours', {
            hours: Math.floor(minutes / 60),
            minutes: minutes % 60,
          })}
          href={link('safeCenter')}
        />
      )}
      {owing.map(({ id, last4, balance }) => (
        <Row
          key={id}
          icon="credit-card"
          tone="neg"
          title={t('todo.debt', { last4, owed: ownAmount({ amount: balance.slice(1), currency: 'USD' }) })}
          href={link('cardDetail', { id, open: 'repay' })}
        />
      ))}
      {declined && (
        <Row
          icon="credit-card"
          tone="neg"
          title={t('todo.declined')}
          note={declined.remark.merchant ?? when(declined.createTime)}
          href={link('bill', { id: declined.id })}
        />
      )}
    </List>
  ) : null
}

type Bills = Overview['bills']

/** Declined in the last three days for what somebody can mend, and nothing was paid with that card since. */
function isToMend({ status, createTime, cardOutId, remark }: Bills[number], index: number, bills: Bills) {
  return (
    status === 'declined' &&
    cardOutId &&
    Date.now() - Date.parse(createTime) < 3 * 86_400_000 &&
    !/unsupported|accepted|busy|ds_expired/.test(remark.reason ?? '') &&
    !bills
      .slice(0, index)
      .some(
        later =>
          later.cardOutId === cardOutId &&
          /^(cardTransaction|consume)$/.test(later.type) &&
          later.status !== 'declined',
      )
  )
}

/** Whoever is about to be deleted is invited to nothing. */
function Leaving({ at }: { at: string }) {
  return (
    <List>
      <Row
        icon="trash-2"
        tone="warn"
        title={t('todo.leaving')}
        note={t('todo.leavingNote', { time: whenInside(at) })}
        href={link('cannelAccount')}
      />
    </List>
  )
}

const pending = ['todo.pending', 'todo.pendingNote'] as const

/** The next step before the first payment, and how many are done. Gone when all are. */
function Steps({ of: { coins, bills, cards }, user }: Mine) {
  const isPending = user.certStatus === 'pending'
  const steps = [
    {
      name: 'verify',
      words: isPending ? pending : (['todo.verify', 'todo.verifyNote'] as const),
      isDone: user.certified,
      href: link(user.certStatus === 'none' ? 'idAuthNew' : 'kyc'),
    },
    {
      name: 'pin',
      words: ['todo.pin', 'todo.pinNote'],
      isDone: user.pinSet,
      href: link('updatePinCode', { back: '/' }),
    },
    {
      name: 'deposit',
      words: ['todo.deposit', 'todo.depositNote'],
      isDone: bills.length > 0 || coins.some(({ balance }) => Number(balance) > 0),
      href: link('selectCoin', { for: 'in' }),
    },
    {
      name: 'card',
      words: ['todo.card', 'todo.cardNote'],
      isDone: cards.length > 0,
      href: link('cardTypeList'),
    },
  ] as const
  const left = steps.filter(step => !step.isDone)
  const next = left.find(step => !(isPending && step.name === 'verify')) ?? left[0]
  if (!next) return null
  const progress = t('todo.progress', { done: steps.length - left.length, all: steps.length })
  return (
    <section class={strip} aria-label={t('todo.title')}>
      <p class="cap">
        <span>{t('todo.title')}</span>
        <span>{progress}</span>
      </p>
      <p class="bars" aria-hidden="true">
        {steps.map(({ name, isDone }) => (
          <i key={name} data-done={isDone ? '' : undefined} />
        ))}
      </p>
      <List>
        <Row
          title={t(next.words[0])}
          note={t(next.words[1])}
          href={next.href}
          mark={String(steps.indexOf(next) + 1)}
        />
      </List>
    </section>
  )
}

const strip = css`
  display: grid;
  gap: 8px;
  & > p {
    display: flex;
    justify-content: space-between;
    gap: 6px;
    padding: 0 4px;
  }
  & i {
    flex: 1;
    height: 4px;
    border-radius: 2px;
    background: var(--line);
  }
  & [data-done] {
    background: var(--accent);
  }
`
