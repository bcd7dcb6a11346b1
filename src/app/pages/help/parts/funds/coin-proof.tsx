import type { Output } from '../../../../../contract/call.ts'
import { parse } from '../../../../../contract/money.ts'
import type { list } from '../../../../../contract/proof.ts'
import type { Commitment } from '../../../../../contract/proof-tree.ts'
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

/** One coin of a day: what was published, and the reader's own part in it. */
export function CoinProof({ day: { day, seal }, coin: { currency, owed, root, height } }: CoinProofProps) {
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
      <Summary
        label={currency}
        items={[
          { label: t('funds.owed'), value: <Money exact amount={owed} currency={currency} /> },
          { label: t('funds.root'), value: <Hash text={root} of={t('funds.root')} /> },
          { label: t('funds.seal'), value: <Hash text={seal} of={t('funds.seal')} /> },
        ]}
      />
      {user ? (
        <OwnProof userId={user.id} published={published} />
      ) : (
        <>
          <p>{t('funds.login')}</p>
          <Button href={link('login', { back: currentUrl.value })}>{t('funds.toLogin')}</Button>
        </>
      )}
    </>
  )
}
