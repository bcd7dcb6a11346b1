import { goTo, link, back as stepBack } from '../../routing/hash-location.tsx'
import { useMember } from '../../routing/members-only.ts'
import type { PageProps } from '../../routing/routes.ts'
import { t } from '../../state/locale.ts'
import { Button } from '../../ui/button.tsx'
import { Page } from '../../ui/page.tsx'
import { Empty, ErrorView, Skeleton } from '../../ui/states.tsx'
import { AddressForm } from './parts/addresses/address-form.tsx'
import { withChoice } from './parts/addresses/chosen.ts'
import { useAddresses } from './parts/addresses/use-addresses.ts'

/** One mailing address: a new one, or with `_id` one that is changed. With `select` it is chosen once it is saved. */
export default function Address({ query: { _id, select, back, address } }: PageProps) {
  const user = useMember()

  function leave(id: string) {
    if (select) goTo(withChoice(back, id), { replace: true })
    else stepBack()
  }

  return (
    <Page title={t(_id ? 'account.place.editTitle' : 'account.place.add')}>
      {user &&
        (_id ? (
          <Known id={_id} onSaved={leave} />
        ) : (
          <AddressForm saved={null} {...(address && { start: { address } })} onSaved={leave} />
        ))}
    </Page>
  )
}

function Known({ id, onSaved }: { id: string; onSaved: (id: string) => void }) {
  const { list, state, refusal, reload } = useAddresses()
  if (!list && state === 'failed') return <ErrorView text={refusal ?? undefined} onRetry={reload} />
  if (!list) return <Skeleton rows={5} />
  const saved = list.find(({ _id }) => _id === id)
  if (saved) return <AddressForm saved={saved} onSaved={onSaved} />
  return (
    <Empty icon="map-pin" text={t('account.place.gone')}>
      <Button kind="plain" href={link('addressList')}>
        {t('account.place.all')}
      </Button>
    </Empty>
  )
}
