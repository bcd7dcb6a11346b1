import { useState } from 'react'
import { link } from '../../routing/hash-location.tsx'
import { useMember } from '../../routing/members-only.ts'
import type { PageProps } from '../../routing/routes.ts'
import { t } from '../../state/locale.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { List } from '../../ui/list.tsx'
import { Page } from '../../ui/page.tsx'
import { ErrorView, Skeleton } from '../../ui/states.tsx'
import { AddressCard } from './parts/addresses/address-card.tsx'
import { handBack } from './parts/addresses/chosen.ts'
import { useAddresses } from './parts/addresses/use-addresses.ts'

/** A place by typing: one that is saved, or what was typed as the beginning of a new one. */
export default function ChooseLocation({ query: { back } }: PageProps) {
  const user = useMember()
  return <Page title={t('account.place.choose')}>{user && <Choice back={back} />}</Page>
}

function Choice({ back }: { back: string | undefined }) {
  const { list, state, refusal, status, reload } = useAddresses()
  const [typed, type] = useState('')
  const wanted = typed.trim().toLowerCase()
  const found = list?.filter(({ lines }) => lines.join(' ').toLowerCase().includes(wanted)) ?? []
  return (
    <>
      <Field
        label={t('account.place.typed')}
        hint={t('account.place.typedHint')}
        type="search"
        enterKeyHint="search"
        value={typed}
        onInput={type}
        maxLength={200}
      />
      {!list &&
        (state === 'failed' ? (
          <ErrorView text={refusal} status={status} onRetry={reload} />
        ) : (
          <Skeleton rows={3} />
        ))}
      {found.length > 0 && (
        <List label={t('account.place.title')}>
          {found.map(each => (
            <AddressCard key={each._id} of={each} onPress={() => handBack(back, each._id, 1)} />
          ))}
        </List>
      )}
      <Button kind="plain" href={link('address', { select: 1, back, address: typed.trim() })}>
        {t(wanted ? 'account.place.useTyped' : 'account.place.add')}
      </Button>
    </>
  )
}
