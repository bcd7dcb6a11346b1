import type { Coin } from '../../../../../contract/money.ts'
import { transferOutList, type Withdrawal } from '../../../../../contract/withdrawal.ts'
import { Loaded } from '../../../../loading/loaded.tsx'
import { link } from '../../../../routing/hash-location.tsx'
import { t } from '../../../../state/locale.ts'
import { Chip } from '../../../../ui/chip.tsx'
import { List, Row } from '../../../../ui/list.tsx'
import { Money } from '../../../../ui/money.tsx'
import { Section } from '../../../../ui/section.tsx'
import { when } from '../../../../ui/when.ts'
import { useLive } from '../use-live.ts'
import { isOver, tones } from './out-states.ts'

const quietMs = 30_000
const movingMs = 5_000

/** The latest withdrawals of a coin, each with how it stands; what did not go is struck through, as among the bills. */
export function OutRecent({ currency }: { currency: Coin }) {
  const latest = useLive(transferOutList, { pageSize: 5, page: 1, currency }, ({ list }) =>
    list.every(isOver) ? quietMs : movingMs,
  )
  return (
    <Section title={t('wallet.out.recent')} all={link('bill', { type: 'withdraw' })}>
      <Loaded of={latest}>
        {({ list }) =>
          list.length > 0 ? (
            <List label={t('wallet.out.recent')}>
              {list.map(each => (
                <RecentRow key={each.id} of={each} />
              ))}
            </List>
          ) : (
            <p class="cap">{t('wallet.out.none')}</p>
          )
        }
      </Loaded>
    </Section>
  )
}

function RecentRow({ of: { id, label, amount, currency, status, createTime } }: { of: Withdrawal }) {
  const money = <Money amount={`-${amount}`} currency={currency} />
  return (
    <Row
      icon="arrow-up-right"
      title={label}
      note={when(createTime)}
      value={/failed|cancelled/.test(status) ? <s style="color:var(--text-3)">{money}</s> : money}
      valueNote={<Chip tone={tones[status]}>{t(`wallet.out.status.${status}`)}</Chip>}
      href={link('transferOut', { id })}
    />
  )
}
