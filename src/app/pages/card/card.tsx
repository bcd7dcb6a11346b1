import { useEffect, useState } from 'react'
import { type Card, type CardType, cards, type Opening } from '../../../contract/card.ts'
import { keepHere, keptHere } from '../../loading/kept-here.ts'
import { Loaded } from '../../loading/loaded.tsx'
import { useLoad } from '../../loading/use-load.ts'
import { link } from '../../routing/hash-location.tsx'
import { t } from '../../state/locale.ts'
import { isSignedIn } from '../../state/session.ts'
import { CardBone } from '../../ui/card-face.tsx'
import { BoneRow, List, Row } from '../../ui/list.tsx'
import { Page } from '../../ui/page.tsx'
import { Section } from '../../ui/section.tsx'
import { Empty } from '../../ui/states.tsx'
import { Balance } from './parts/balance.tsx'
import { CardNote } from './parts/card-note.tsx'
import { Carousel } from './parts/carousel.tsx'
import { Debts } from './parts/debt/debts.tsx'
import { FirstSteps } from './parts/first-steps.tsx'
import { useFreeze } from './parts/freeze.ts'
import { KindRow } from './parts/kinds/kind-row.tsx'
import { useTypes } from './parts/kinds/use-types.ts'
import { Openings } from './parts/open/openings.tsx'
import { inUse } from './parts/order.ts'
import { LatestBills } from './parts/purchases/latest-bills.tsx'
import { QuickActions } from './parts/quick-actions.tsx'

/** The card tab: the cards in use and what is done with them, or the way to the first one. */
export default function CardTab() {
  return (
    <Page title={t('tab.card')} isTabPage>
      {isSignedIn.value ? <Mine /> : <NoCard />}
    </Page>
  )
}

function Mine() {
  const page = useLoad(cards, { pageSize: 50, page: 1 })
  return (
    <Loaded of={page} bones={<Bones />} isMain>
      {({ list, total, openings }) => (
        <>
          <Openings list={openings} onEnd={page.reload} />
          <Debts all={list} />
          {inUse(list).length === 0 ? (
            <NoCard closed={total} openings={openings} />
          ) : (
            <InUse all={list} total={total} openings={openings} onChange={page.reload} />
          )}
        </>
      )}
    </Loaded>
  )
}

interface InUseProps {
  all: Card[]
  total: number
  openings: Opening[]
  onChange: () => void
}

function InUse({ all, total, openings, onChange }: InUseProps) {
  const shown = inUse(all)
  const [chosenId, choose] = useState(() => keptHere<string>('chosen') ?? shown[0]?.id)
  useEffect(() => keepHere('chosen', chosenId), [chosenId])
  // What is done with a card may change its place: the card chosen stays, wherever it stands now.
  const places = [...shown.map(({ id }) => id), 'new']
  const at = Math.max(places.indexOf(chosenId ?? ''), 0)
  const card = (shown[at] ?? shown.at(-1)) as Card
  return (
    <>
      <Carousel cards={shown} at={at} onMove={place => choose(places[place])} />
      <Chosen key={card.id} given={card} onChange={onChange} />
      <Recommended owned={[...all, ...openings]} />
      <List>
        <Row
          icon="credit-card"
          title={t('card.list')}
          note={t('card.allNote', { count: total })}
          href={link('cardList')}
        />
      </List>
    </>
  )
}

function Chosen({ given, onChange }: { given: Card; onChange: () => void }) {
  const freezing = useFreeze(given, onChange)
  return (
    <>
      <Balance card={freezing.card} />
      <QuickActions of={freezing} hasDetails />
      <CardNote of={freezing} />
      <LatestBills card={freezing.card} />
    </>
  )
}

function NoCard({ closed = 0, openings = [] }: { closed?: number; openings?: Opening[] }) {
  return (
    <>
      {openings.length === 0 && (
        <>
          <Empty icon="credit-card" text={t('card.none')} />
          <FirstSteps />
        </>
      )}
      <Recommended owned={openings} />
      {closed > 0 && (
        <List>
          <Row icon="credit-card" title={t('card.list')} href={link('cardList')} />
        </List>
      )}
    </>
  )
}

/** The kind the customer does not have yet, first of the server's list. */
function Recommended({ owned }: { owned: { cardTypeId: string }[] }) {
  const { data, state } = useTypes()
  const offered = data?.list.filter(({ status }) => status === 'enable') ?? []
  const kind: CardType | undefined =
    offered.find(({ id }) => !owned.some(({ cardTypeId }) => cardTypeId === id)) ?? offered[0]
  if (!kind && state !== 'loading') return null
  return (
    <Section title={t('card.forYou')} more={<a href={link('cardTypeList')}>{t('card.compare')}</a>}>
      {kind ? <KindRow kind={kind} /> : <span class="bone" style="height:88px;border-radius:18px" />}
    </Section>
  )
}

function Bones() {
  return (
    <div aria-busy="true" style="display:grid;gap:16px">
      <span class="sr">{t('state.loading')}</span>
      <div style="width:90%">
        <CardBone />
      </div>
      <span class="bone" style="width:55%;height:44px" />
      <span class="bone" style="height:76px" />
      <List>
        <BoneRow />
        <BoneRow />
        <BoneRow />
      </List>
    </div>
  )
}
