import { css } from 'goober'
import type { MailingAddress } from '../../../contract/address.ts'
import { link } from '../../routing/hash-location.tsx'
import { useMember } from '../../routing/members-only.ts'
import type { PageProps } from '../../routing/routes.ts'
import { t } from '../../state/locale.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Page } from '../../ui/page.tsx'
import { paper } from '../../ui/paper.ts'
import { Summary } from '../../ui/summary.tsx'
import { KnownAddress } from './parts/addresses/known-address.tsx'

/** An address as text, to read and to copy; without a map. */
export default function OpenLocation({ query: { _id } }: PageProps) {
  const user = useMember()
  return (
    <Page title={t('account.place.view')}>
      {user && (
        <KnownAddress id={_id} rows={4}>
          {address => <Written of={address} />}
        </KnownAddress>
      )}
    </Page>
  )
}

function Written({ of }: { of: MailingAddress }) {
  const text = of.lines.join('\n')
  return (
    <>
      <div class={`${paper} ${box}`}>
        {of.isDefault && <Chip tone="pos">{t('account.place.default')}</Chip>}
        <address>{text}</address>
        <CopyButton text={text} label={t('account.place.view')}>
          {t('account.place.copy')}
        </CopyButton>
      </div>
      <Summary
        label={t('account.place.recipient')}
        items={[
          { label: t('account.place.recipient'), value: of.recipient },
          { label: t('account.place.phone'), value: `${of.areaCode} ${of.phone}` },
          { label: t('account.email'), value: of.email },
        ]}
      />
      <Button kind="plain" href={link('address', { _id: of._id })}>
        {t('account.place.edit')}
      </Button>
    </>
  )
}

const box = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  justify-items: start;
  gap: 8px;
  padding: 16px;
  & address {
    font-style: normal;
    font-size: 1.0625rem;
    line-height: 1.625rem;
    white-space: pre-line;
    overflow-wrap: anywhere;
  }
`
