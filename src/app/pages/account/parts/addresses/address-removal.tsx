import { useState } from 'react'
import { deleteAddress, type ListedAddress } from '../../../../../contract/address.ts'
import { link } from '../../../../routing/hash-location.tsx'
import { refusalText, send } from '../../../../send.ts'
import { t } from '../../../../state/locale.ts'
import { Button } from '../../../../ui/button.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import { Sheet } from '../../../../ui/sheet.tsx'
import { toast } from '../../../../ui/toast.tsx'
import { inOneLine } from './one-line.ts'

/** Asks once more before an address is deleted. */
export function AddressRemoval({
  of,
  onClose,
  onDone,
}: {
  of: ListedAddress | null
  onClose: () => void
  onDone: () => void
}) {
  return (
    <Sheet isOpen={of !== null} title={t('account.place.deleteTitle')} onClose={onClose}>
      {of && <Asking of={of} onDone={onDone} />}
    </Sheet>
  )
}

function Asking({ of, onDone }: { of: ListedAddress; onDone: () => void }) {
  const [isBusy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<string | null>(null)

  async function remove() {
    setBusy(true)
    const reply = await send(deleteAddress, { _id: of._id })
    setBusy(false)
    // 403: it is no longer there, as after a removal on another device.
    if (!reply.ok && reply.status !== 403) return setTrouble(refusalText(reply))
    if (reply.ok) toast(t('account.place.deleted'))
    onDone()
  }

  return (
    <>
      <p>{inOneLine(of.lines)}</p>
      {of.usedBy.map(({ id, isPaid }) => (
        <Notice
          key={id}
          tone={isPaid ? 'info' : 'warn'}
          text={t(isPaid ? 'account.place.usedPaid' : 'account.place.usedUnpaid')}
          action={<a href={link('makeCard', { id })}>{t('account.place.usedBy')}</a>}
        />
      ))}
      <Notice text={trouble} />
      <Button kind="danger" isBusy={isBusy} onPress={remove}>
        {t('account.place.delete')}
      </Button>
    </>
  )
}
