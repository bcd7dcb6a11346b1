import { css } from 'goober'
import { useState } from 'react'
import { list } from '../../../../../contract/proof.ts'
import { date, startOf } from '../../../../display/calendar.ts'
import { CoinMark } from '../../../../display/coin-mark.tsx'
import { Loaded } from '../../../../loading/loaded.tsx'
import { useLoad } from '../../../../loading/use-load.ts'
import { t } from '../../../../state/locale.ts'
import { List, Row } from '../../../../ui/list.tsx'
import { Money } from '../../../../ui/money.tsx'
import { Section } from '../../../../ui/section.tsx'
import { Select } from '../../../../ui/select.tsx'
import { Sheet } from '../../../../ui/sheet.tsx'
import { Empty } from '../../../../ui/states.tsx'
import { CoinProof, type PublishedDay } from './coin-proof.tsx'
import { Meaning } from './meaning.tsx'

/** A month of days. */
const days = 31

/** What customers are owed at the end of each day, and whether the reader is counted in it; `day` may name one. */
export function Funds({ day }: { day: string }) {
  const published = useLoad(list, { pageSize: days, page: 1 })
  return (
    <>
      <p class={about}>{t('funds.about')}</p>
      <Loaded of={published} isMain>
        {({ list }) =>
          list.length > 0 ? (
            <Days list={list} first={day} />
          ) : (
            <Empty icon="calendar" text={t('funds.none')} />
          )
        }
      </Loaded>
      <Meaning />
    </>
  )
}

function Days({ list, first }: { list: PublishedDay[]; first: string }) {
  const [chosen, choose] = useState(first)
  const [open, setOpen] = useState<string | null>(null)
  const day = list.find(({ day }) => day === chosen) ?? (list[0] as PublishedDay)
  const coin = day.coins.find(({ currency }) => currency === open)
  return (
    <>
      <Select
        label={t('funds.day')}
        value={day.day}
        options={list.map(({ day }) => ({ value: day, label: date(startOf(day)) }))}
        onChange={choose}
      />
      <Section title={t('funds.coins')}>
        <List label={t('funds.coins')}>
          {day.coins.filter(isOwed).map(({ currency, owed, held }) => (
            <Row
              key={currency}
              picture={<CoinMark of={currency} />}
              title={currency}
              note={currency === 'USD' ? t('funds.card') : heldText(held)}
              value={<Money amount={owed} currency={currency} bare />}
              onPress={() => setOpen(currency)}
            />
          ))}
        </List>
      </Section>
      <Sheet isOpen={coin !== undefined} title={coin?.currency ?? ''} onClose={() => setOpen(null)}>
        {coin && <CoinProof key={`${day.day} ${coin.currency}`} day={day} coin={coin} />}
      </Sheet>
    </>
  )
}

/** How much of it is there; what is not known is told as such. */
function heldText(held: PublishedDay['coins'][number]['held']): string {
  return held?.percent ? t('funds.coveredBy', { percent: held.percent }) : t('funds.unknownNote')
}

function isOwed({ owed }: { owed: string }): boolean {
  return /[1-9]/.test(owed)
}

const about = css`
  color: var(--text-2);
`
