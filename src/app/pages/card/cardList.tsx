import type { Card } from '../../../contract/card.ts'
import { cards } from '../../../contract/card.ts'
import { Loaded } from '../../loading/loaded.tsx'
import { useLoad } from '../../loading/use-load.ts'
import { link } from '../../routing/hash-location.tsx'
import { useMember } from '../../routing/members-only.ts'
import type { PageProps } from '../../routing/routes.ts'
import { t } from '../../state/locale.ts'
import { Button } from '../../ui/button.tsx'
import { List } from '../../ui/list.tsx'
import { Page } from '../../ui/page.tsx'
import { Section } from '../../ui/section.tsx'
import { Empty } from '../../ui/states.tsx'
import { CardRow } from './parts/card-row.tsx'
import { Openings } from './parts/open/openings.tsx'
import { inUse, isOver } from './parts/order.ts'

/**
 * Every card of the customer: those in use, then those that are over. With `open=views` each leads to who has seen its
 * number.
 */
export default function CardList({ query }: PageProps) {
  return useMember() && <Every open={query.open === 'views' ? 'views' : undefined} />
}

interface EveryProps {
  /** What a card is opened with. */
  open: 'views' | undefined
}

function Every({ open }: EveryProps) {
  const page = useLoad(cards, { pageSize: 100, page: 1 })
  return (
    <Page
      title={t(open ? 'card.views' : 'card.list')}
      footer={!open && <Button href={link('cardTypeList')}>{t('card.open')}</Button>}
    >
      <Loaded of={page}>
        {({ list, openings }) => (
          <>
            <Openings list={openings} onEnd={page.reload} />
            {list.length + openings.length > 0 ? (
              <Both list={list} open={open} />
            ) : (
              <Empty icon="credit-card" text={t('card.listNone')} />
            )}
          </>
        )}
      </Loaded>
    </Page>
  )
}

function Both({ list, open }: EveryProps & { list: Card[] }) {
  const over = list.filter(isOver)
  return (
    <>
      <Rows list={inUse(list)} open={open} />
      {over.length > 0 && (
        <Section title={t('card.over')}>
          <Rows list={over} open={open} />
        </Section>
      )}
    </>
  )
}

function Rows({ list, open }: EveryProps & { list: Card[] }) {
  return list.length > 0 ? (
    <List label={t('card.list')}>
      {list.map(card => (
        <CardRow key={card.id} card={card} open={open} />
      ))}
    </List>
  ) : null
}
