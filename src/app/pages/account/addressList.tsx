import { useState } from 'react'
import type { ListedAddress } from '../../../contract/address.ts'
import { link } from '../../routing/hash-location.tsx'
import { useMember } from '../../routing/members-only.ts'
import type { PageProps } from '../../routing/routes.ts'
import { t } from '../../state/locale.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { List } from '../../ui/list.tsx'
import { Page } from '../../ui/page.tsx'
import { Empty, ErrorView, Skeleton } from '../../ui/states.tsx'
import { AddressCard } from './parts/addresses/address-card.tsx'
import { AddressRemoval } from './parts/addresses/address-removal.tsx'
import { handBack } from './parts/addresses/chosen.ts'
import { addressesMax, useAddresses } from './parts/addresses/use-addresses.ts'

/** Where physical cards are sent; with `select` the place to choose one for the page that asked. */
export default function AddressList({ query: { select, back } }: PageProps) {
  const user = useMember()
  return (
    <Page title={t(select ? 'account.place.choose' : 'account.place.title')}>
      {user && <Addresses isChoice={Boolean(select)} back={back} />}
    </Page>
  )
}

function Addresses({ isChoice, back }: { isChoice: boolean; back: string | undefined }) {
  const { list, state, refusal, status, reload } = useAddresses()
  const [leaving, leave] = useState<ListedAddress | null>(null)
  const ways = isChoice ? { select: 1, back } : {}
  if (!list) {
    return state === 'failed' ? (
      <ErrorView text={refusal} status={status} onRetry={reload} />
    ) : (
      <Skeleton rows={3} />
    )
  }
  const add = <Button href={link('address', ways)}>{t('account.place.add')}</Button>
  if (list.length === 0) {
    return (
      <Empty icon="map-pin" text={t('account.place.empty')}>
        {add}
      </Empty>
    )
  }
  return (
    <>
      <List label={t('account.place.title')}>
        {list.map(each => (
          <AddressCard
            key={each._id}
            of={each}
            {...(isChoice
              ? { onPress: () => handBack(back, each._id, 1) }
              : { href: link('open-location', { _id: each._id }) })}
          >
            <a href={link('address', { ...ways, _id: each._id })}>
              <Icon name="pencil" size={20} />
              {t('account.place.edit')}
            </a>
            <CopyButton text={each.lines.join('\n')} label={t('account.place.view')}>
              {t('account.place.copy')}
            </CopyButton>
            <button type="button" class="drop" onClick={() => leave(each)}>
              <Icon name="trash-2" size={20} />
              {t('account.place.delete')}
            </button>
          </AddressCard>
        ))}
      </List>
      {list.length < addressesMax ? (
        add
      ) : (
        <p class="cap">{t('account.place.full', { count: addressesMax })}</p>
      )}
      <AddressRemoval
        of={leaving}
        onClose={() => leave(null)}
        onDone={() => {
          leave(null)
          reload()
        }}
      />
    </>
  )
}
