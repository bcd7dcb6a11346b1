import { css } from 'goober'
import { link } from '../../../hash-location.tsx'
import type { Overview } from '../../../overview.ts'
import { t } from '../../../state/locale.ts'
import { session } from '../../../state/session.ts'
import { List, Row } from '../../../ui/list.tsx'

/** What is left before the first payment: the next step, and how many are done. Gone when all are. */
export function ToDo({ of: { coins, bills, cards } }: { of: Overview }) {
  const user = session.value?.user
  if (!user) return null
  const isPending = user.certStatus === 'pending'
  const steps = [
    { name: 'verify', isDone: user.certified, href: link(user.certStatus === 'none' ? 'idAuthNew' : 'kyc') },
    { name: 'pin', isDone: user.pinSet, href: link('updatePinCode') },
    {
      name: 'deposit',
      isDone: bills.length > 0 || coins.some(({ balance }) => Number(balance) > 0),
      href: link('selectCoin', { for: 'in' }),
    },
    { name: 'card', isDone: cards.length > 0, href: link('cardTypeList') },
  ] as const
  const left = steps.filter(step => !step.isDone)
  const next = left.find(step => !(isPending && step.name === 'verify')) ?? left[0]
  if (!next) return null
  const isWaiting = isPending && next.name === 'verify'
  const title = isWaiting ? t('todo.pending') : t(`todo.${next.name}`)
  const note = isWaiting ? t('todo.pendingNote') : t(`todo.${next.name}Note`)
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
        <Row title={title} note={note} href={next.href} mark={String(steps.indexOf(next) + 1)} />
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
