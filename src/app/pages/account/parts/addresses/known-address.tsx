import type { ComponentChildren } from 'preact'
import type { MailingAddress } from '../../../../../contract/address.ts'
import { link } from '../../../../routing/hash-location.tsx'
import { t } from '../../../../state/locale.ts'
import { Button } from '../../../../ui/button.tsx'
import { Empty, ErrorView, Skeleton } from '../../../../ui/states.tsx'
import { useAddresses } from './use-addresses.ts'

interface KnownAddressProps {
  id: string | undefined
  /** About as many rows as what is shown of it. */
  rows: number
  children: (address: MailingAddress) => ComponentChildren
}

/** One of the customer's addresses; of one that is not there any more it says so, and leads to the others. */
export function KnownAddress({ id, rows, children }: KnownAddressProps) {
  const { list, state, refusal, status, reload } = useAddresses()
  if (!list && state === 'failed') return <ErrorView text={refusal} status={status} onRetry={reload} />
  if (!list) return <Skeleton rows={rows} />
  const known = list.find(({ _id }) => _id === id)
  if (known) return <>{children(known)}</>
  return (
    <Empty icon="map-pin" text={t('account.place.gone')}>
      <Button kind="plain" href={link('addressList')}>
        {t('account.place.all')}
      </Button>
    </Empty>
  )
}
