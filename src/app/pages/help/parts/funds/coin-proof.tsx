import type { Output } from '../../../../../contract/call.ts'
import { parse } from '../../../../../contract/money.ts'
import type { list } from '../../../../../contract/proof.ts'
import type { Commitment } from '../../../../../contract/proof-tree.ts'
import { dateTime } from '../../../../display/calendar.ts'
import { currentUrl, link } from '../../../../routing/hash-location.tsx'
import { t } from '../../../../state/locale.ts'
import { session } from '../../../../state/session.ts'
import { Button } from '../../../../ui/button.tsx'
import { Money } from '../../../../ui/money.tsx'
import { Summary } from '../../../../ui/summary.tsx'
import { Hash } from './hash.tsx'
import { OwnProof } from './own-proof.tsx'

/** A day as it was published. */
export type PublishedDay = Output<typeof list>['list'][number]

interface CoinProofProps {
  day: PublishedDay
  coin: PublishedDay['coins'][number]
}

/** One coin of a day: the reader's own part in it, and what was published. */
export function CoinProof({
  day: { day, seal },
  coin: { currency, owed, root, height, held },
}: CoinProofProps) {
  const user = session.value?.user
  const totalMinor = parse(owed, currency) ?? 0n
  const published: Commitment & { currency: typeof currency } = {
    day,
    seal,
    currency,
    height,
    root,
    totalMinor,
  }
  return (
    <>
      {user ? (
        <OwnProof userId={user.id} published={published} />
      ) : (
        <>
          <p>{t('funds.login')}</p>
          <Button href={link('login', { back: currentUrl.value })}>{t('funds.toLogin')}</Button>
        </>
      )}
      <Summary
        label={currency}
        items={[
          { label: t('funds.owed'), value: <Money exact amount={owed} currency={currency} /> },
          currency !== 'USD' && {
            label: t('funds.held'),
            value: held ? <Money exact amount={held.amount} currency={currency} /> : t('funds.unknown'),
            note: held && heldAt(held),
          },
          { label: t('funds.covered'), value: held?.percent && `${held.percent}%` },
          { label: t('funds.root'), value: <Hash text={root} of={t('funds.root')} /> },
          { label: t('funds.seal'), value: <Hash text={seal} of={t('funds.seal')} /> },
        ]}
      />
    </>
  )
}

function heldAt({ network, block, addresses, time }: NonNullable<CoinProofProps['coin']['held']>): string {
  return t('funds.heldAt', { network, block, addresses, time: dateTime(time) })
}
