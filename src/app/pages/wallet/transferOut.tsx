import { useEffect } from 'react'
import { later } from '../../chunks/later.tsx'
import { go } from '../../routing/hash-location.tsx'
import { useMember } from '../../routing/members-only.ts'
import type { PageProps } from '../../routing/routes.ts'
import { t } from '../../state/locale.ts'
import { Page } from '../../ui/page.tsx'
import { isCoin } from './parts/coins.ts'
import { OutForm } from './parts/out/out-form.tsx'

const OutStatus = later(() => import('./parts/out/out-status.tsx').then(part => part.OutStatus))
const AddressBook = later(() => import('./parts/out/address-book.tsx').then(part => part.AddressBook))

/** Money to a chain address: where to, how much, PIN; with `id` how it stands, with `book` the addresses. */
export default function TransferOut({ query: { coin, chain, to, amount, id, book } }: PageProps) {
  const member = useMember()
  const currency = isCoin(coin) ? coin : null
  const isLost = !id && !book && !(currency && chain)
  useEffect(() => {
    if (isLost) go('selectCoin', { for: 'out', to }, { replace: true })
  }, [isLost, to])
  if (member && currency && chain && !id && !book) {
    return <OutForm key={currency + chain} currency={currency} chain={chain} to={to} amount={amount} />
  }
  return (
    <Page title={t(book ? 'wallet.book.title' : 'wallet.out.title', { coin: currency ?? '' })}>
      {member && id && <OutStatus key={id} id={id} />}
      {member && !id && book && <AddressBook />}
    </Page>
  )
}
