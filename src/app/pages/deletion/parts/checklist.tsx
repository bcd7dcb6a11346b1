import { css } from 'goober'
import type { Obstacle } from '../../../../contract/deletion.ts'
import { t } from '../../../state/locale.ts'
import { Button } from '../../../ui/button.tsx'
import { Chip } from '../../../ui/chip.tsx'
import type { IconName } from '../../../ui/icon-names.ts'
import { List, Row } from '../../../ui/list.tsx'
import { Money } from '../../../ui/money.tsx'

type What = Obstacle['what']

const groups: { name: 'money' | 'cards' | 'underWay'; whats: What[] }[] = [
  { name: 'money', whats: ['balance', 'held'] },
  { name: 'cards', whats: ['card', 'cardMoney', 'debt', 'order', 'application'] },
  { name: 'underWay', whats: ['purchase', 'dispute', 'withdrawal', 'deposit'] },
]

const icons: Record<What, IconName> = {
  balance: 'wallet',
  held: 'lock',
  card: 'credit-card',
  cardMoney: 'credit-card',
  debt: 'circle-alert',
  purchase: 'shopping-bag',
  withdrawal: 'arrow-up-right',
  deposit: 'arrow-down',
  order: 'clock',
  application: 'truck',
  dispute: 'message-square',
  crumbs: 'arrow-down',
  reward: 'gift',
  refund: 'rotate-ccw',
}

/** What has to be settled before, each row with its amount and the way there; what is settled says so. */
export function Checklist({ obstacles, onRenew }: { obstacles: readonly Obstacle[]; onRenew: () => void }) {
  const warnings = obstacles.filter(({ state }) => state === 'warns')
  return (
    <section class={box}>
      <h2>{t('deletion.list')}</h2>
      <List label={t('deletion.list')}>
        {groups.map(({ name, whats }) => {
          const open = obstacles.filter(({ what }) => whats.includes(what))
          return open.length > 0 ? (
            open.map(obstacle => <Item key={keyOf(obstacle)} obstacle={obstacle} />)
          ) : (
            <Row
              key={name}
              icon="circle-check"
              title={t(`deletion.clear.${name}`)}
              value={<Chip tone="pos">{t('deletion.clear')}</Chip>}
            />
          )
        })}
      </List>
      {warnings.length > 0 && (
        <List label={t('deletion.warnings')}>
          {warnings.map(obstacle => (
            <Item key={keyOf(obstacle)} obstacle={obstacle} />
          ))}
        </List>
      )}
      <Button kind="quiet" onPress={onRenew}>
        {t('deletion.again')}
      </Button>
    </section>
  )
}

function Item({ obstacle }: { obstacle: Obstacle }) {
  const { what, state, amount, currency, count, last4, route } = obstacle
  return (
    <Row
      icon={icons[what]}
      {...(state === 'blocks' ? { tone: 'neg' as const } : { tone: 'warn' as const })}
      title={t(`deletion.what.${what}`, { currency: currency ?? '', last4: last4 ?? '', count })}
      note={t(state === 'waivable' ? mendOf(currency) : `deletion.mend.${what}`)}
      href={`#${route}`}
      {...(amount !== null &&
        currency !== null && {
          value: <Money exact bare amount={amount} currency={currency} />,
          valueNote: currency,
        })}
    />
  )
}

/** What is left of a coin can be made USDT; what is left of USDT cannot. */
function mendOf(currency: Obstacle['currency']) {
  return currency === 'USDT' ? 'deletion.mend.rest' : 'deletion.mend.waivable'
}

function keyOf({ what, currency, last4, route }: Obstacle): string {
  return [what, currency, last4, route].join(' ')
}

const box = css`
  display: grid;
  gap: 12px;
  & h2 {
    padding: 0 4px;
    font-size: 1.0625rem;
  }
`
