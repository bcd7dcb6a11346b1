import { back as stepBack } from '../../routing/hash-location.tsx'
import { useMember } from '../../routing/members-only.ts'
import type { PageProps } from '../../routing/routes.ts'
import { t } from '../../state/locale.ts'
import { Page } from '../../ui/page.tsx'
import { AddressForm } from './parts/addresses/address-form.tsx'
import { handBack } from './parts/addresses/chosen.ts'
import { KnownAddress } from './parts/addresses/known-address.tsx'

/** One mailing address: a new one, or with `_id` one that is changed. With `select` it is chosen once it is saved. */
export default function Address({ query: { _id, select, back, address } }: PageProps) {
  const user = useMember()

  function leave(id: string) {
    if (select) handBack(back, id, 2)
    else stepBack()
  }

  return (
    <Page title={t(_id ? 'account.place.editTitle' : 'account.place.add')}>
      {user &&
        (_id ? (
          <KnownAddress id={_id} rows={5}>
            {saved => <AddressForm saved={saved} onSaved={leave} />}
          </KnownAddress>
        ) : (
          <AddressForm saved={null} {...(address && { start: { address } })} onSaved={leave} />
        ))}
    </Page>
  )
}
