import { useEffect } from 'react'
import { cards } from '../../../../../contract/card.ts'
import { Loaded } from '../../../../loading/loaded.tsx'
import { useLoad } from '../../../../loading/use-load.ts'
import { currentUrl, goTo, link } from '../../../../routing/hash-location.tsx'
import type { PageProps } from '../../../../routing/routes.ts'
import { t } from '../../../../state/locale.ts'
import { Button } from '../../../../ui/button.tsx'
import { List, Row } from '../../../../ui/list.tsx'
import { Page } from '../../../../ui/page.tsx'
import { Empty } from '../../../../ui/states.tsx'
import { Swatch } from '../../../../ui/swatch.tsx'
import { cardTitle } from '../card-tile.tsx'

const over = new Set(['opening', 'closed', 'lost', 'expired'])

/** Which virtual card it is asked for from; a single one needs no question. */
export function ApplyFrom({ query: { cardTypeId, addressId, step } }: PageProps) {
  const mine = useLoad(cards, { pageSize: 100, page: 1 })
  const fit = mine.data?.list.filter(({ type, status }) => type === 'virtual' && !over.has(status)) ?? []
  const only = fit.length === 1 ? fit[0]?.id : undefined
  const hrefOf = (cardId: string) => link('makeCard', { cardId, cardTypeId, addressId, step })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once it is known which
  useEffect(() => {
    if (only && currentUrl.peek().startsWith('/pages/makeCard'))
      goTo(hrefOf(only).slice(1), { replace: true })
  }, [only])

  return (
    <Page title={t('card.physical')}>
      <Loaded of={mine}>
        {() =>
          fit.length === 0 ? (
            <Empty icon="credit-card" text={t('physical.from.none')}>
              <Button href={link('cardTypeList', { type: 'virtual' })}>{t('physical.from.open')}</Button>
            </Empty>
          ) : (
            <>
              <p class="cap">{t('physical.from.text')}</p>
              <List label={t('physical.from.text')}>
                {fit.map(card => (
                  <Row
                    key={card.id}
                    picture={<Swatch face={card.face} isSmall />}
                    title={cardTitle(card)}
                    href={hrefOf(card.id)}
                  />
                ))}
              </List>
            </>
          )
        }
      </Loaded>
    </Page>
  )
}
