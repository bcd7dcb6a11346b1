import { useEffect, useState } from 'react'
import { addresses, getMailingCost, type MailingAddress } from '../../../../../contract/address.ts'
import type { Output } from '../../../../../contract/call.ts'
import { onRenew } from '../../../../loading/renew.ts'
import { type Load, useLoad } from '../../../../loading/use-load.ts'
import { currentUrl, link } from '../../../../routing/hash-location.tsx'
import { send } from '../../../../send.ts'
import { t } from '../../../../state/locale.ts'
import { BoneRow, List, Row } from '../../../../ui/list.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import { ErrorView } from '../../../../ui/states.tsx'
import { regionName } from '../region.ts'

export interface Destination {
  list: Load<Output<typeof addresses>>
  address: MailingAddress | null
  /** Undefined while it is not known; null where we do not mail. */
  cost: Output<typeof getMailingCost> | undefined
  isUnserved: boolean
}

/** Where it goes, the chosen address or the default one, and what mailing costs there. */
export function useDestination(addressId: string | null | undefined): Destination {
  const list = useLoad(addresses, { pageSize: 20, page: 1 })
  const saved = list.data?.list ?? []
  const address =
    saved.find(({ _id }) => _id === addressId) ?? saved.find(({ isDefault }) => isDefault) ?? saved[0] ?? null
  const country = address?.country
  const [known, learn] = useState<{ country: string; cost: Output<typeof getMailingCost> } | null>(null)

  useEffect(() => {
    if (!country) return
    const stop = new AbortController()
    const read = async () => {
      const reply = await send(getMailingCost, { country }, { signal: stop.signal, background: true })
      if (reply.ok) learn({ country, cost: reply.data })
    }
    read()
    const forget = onRenew(read)
    return () => {
      forget()
      stop.abort()
    }
  }, [country])

  const cost = known && known.country === country ? known.cost : undefined
  return { list, address, cost, isUnserved: cost === null }
}

/** The address, and the way to another one. */
export function ApplyAddress({
  of: { list, address, isUnserved },
  isMissed,
}: {
  of: Destination
  isMissed: boolean
}) {
  if (!list.data) {
    return list.state === 'failed' ? (
      <ErrorView text={list.refusal} status={list.status} onRetry={list.reload} />
    ) : (
      <List>
        <BoneRow />
      </List>
    )
  }
  const href = link('addressList', { select: 1, back: currentUrl.value })
  return (
    <>
      <List>
        <Row
          icon="map-pin"
          title={address ? address.recipient : t('physical.address.add')}
          note={address?.lines.filter(line => line !== address.recipient).join(', ')}
          href={href}
        />
      </List>
      <Notice text={isMissed && !address ? t('physical.address.missing') : null} />
      <Notice
        tone="warn"
        text={
          isUnserved && address
            ? t('physical.address.unserved', { country: regionName(address.country) })
            : null
        }
        action={<a href={href}>{t('physical.address.other')}</a>}
      />
    </>
  )
}
