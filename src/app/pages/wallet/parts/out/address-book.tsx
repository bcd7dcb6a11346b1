import { css } from 'goober'
import { useState } from 'react'
import {
  addressBook,
  removeFromAddressBook,
  type SavedAddress,
} from '../../../../../contract/address-book.ts'
import { Loaded } from '../../../../loading/loaded.tsx'
import { link } from '../../../../routing/hash-location.tsx'
import { refusalText, send } from '../../../../send.ts'
import { t } from '../../../../state/locale.ts'
import { Button } from '../../../../ui/button.tsx'
import { CopyButton } from '../../../../ui/copy-button.tsx'
import { Icon } from '../../../../ui/icon.tsx'
import { List } from '../../../../ui/list.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import { Sheet } from '../../../../ui/sheet.tsx'
import { Empty } from '../../../../ui/states.tsx'
import { toast } from '../../../../ui/toast.tsx'
import { useLive } from '../use-live.ts'
import { AddressRename } from './address-rename.tsx'
import { AddressRow } from './address-row.tsx'
import { OutAddress } from './out-address.tsx'

const renewMs = 30_000

/** Every address the customer has saved, on any network; one is added where money is sent. */
export function AddressBook() {
  const book = useLive(addressBook, {}, () => renewMs)
  const [leaving, leave] = useState<SavedAddress | null>(null)
  const [renamed, rename] = useState<SavedAddress | null>(null)
  return (
    <>
      <p class="cap">{t('wallet.book.about')}</p>
      <Loaded of={book}>
        {saved =>
          saved.length > 0 ? (
            <List label={t('wallet.book.title')}>
              {saved.map(each => (
                <AddressRow key={each.id} of={each}>
                  <Ways of={each} onRename={() => rename(each)} onRemove={() => leave(each)} />
                </AddressRow>
              ))}
            </List>
          ) : (
            <Empty icon="list" text={t('wallet.book.none')} />
          )
        }
      </Loaded>
      <Button kind="plain" href={link('selectCoin', { for: 'out' })}>
        {t('wallet.book.add')}
      </Button>
      <Sheet isOpen={renamed !== null} title={t('wallet.book.rename')} onClose={() => rename(null)}>
        {renamed && (
          <AddressRename
            of={renamed}
            onEnd={() => {
              rename(null)
              book.reload()
            }}
          />
        )}
      </Sheet>
      <Sheet isOpen={leaving !== null} title={t('wallet.book.remove')} onClose={() => leave(null)}>
        {leaving && (
          <Removal
            of={leaving}
            onEnd={() => {
              leave(null)
              book.reload()
            }}
          />
        )}
      </Sheet>
    </>
  )
}

interface WaysProps {
  of: SavedAddress
  onRename: () => void
  onRemove: () => void
}

function Ways({ of: { address, label }, onRename, onRemove }: WaysProps) {
  return (
    <div class={ways}>
      <CopyButton text={address} label={label}>
        {t('wallet.book.copy')}
      </CopyButton>
      <button type="button" aria-label={t('wallet.book.renameLabel', { label })} onClick={onRename}>
        <Icon name="pencil" size={20} />
        {t('wallet.book.rename')}
      </button>
      <button type="button" aria-label={t('wallet.book.removeLabel', { label })} onClick={onRemove}>
        <Icon name="trash-2" size={20} />
        {t('wallet.book.removeShort')}
      </button>
    </div>
  )
}

function Removal({ of, onEnd }: { of: SavedAddress; onEnd: () => void }) {
  const [isBusy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<string | null>(null)

  async function remove() {
    setBusy(true)
    const reply = await send(removeFromAddressBook, { id: of.id })
    setBusy(false)
    if (!reply.ok) return setTrouble(refusalText(reply))
    toast(t('wallet.book.removed'))
    onEnd()
  }

  return (
    <>
      <p>{t('wallet.book.removeText', { label: of.label })}</p>
      <OutAddress address={of.address} />
      <Notice text={trouble} />
      <Button kind="danger" isBusy={isBusy} onPress={remove}>
        {t('wallet.book.remove')}
      </Button>
    </>
  )
}

const ways = css`
  display: flex;
  flex-wrap: wrap;
  gap: 0 20px;
  padding: 0 16px 8px;
  & button {
    display: inline-flex;
    gap: 6px;
    align-items: center;
    min-height: 44px;
    font-size: .9375rem;
    font-weight: 600;
    color: var(--accent);
  }
  & > button:last-child {
    color: var(--neg);
  }
`
