import { useState } from 'react'
import type { SavedAddress } from '../../../../../contract/address-book.ts'
import type { Coin } from '../../../../../contract/money.ts'
import { draftOf, useKeeping } from '../../../../forms/draft.ts'
import { Loaded } from '../../../../loading/loaded.tsx'
import { go, link } from '../../../../routing/hash-location.tsx'
import type { Payment } from '../../../../scan/meaning.ts'
import { Scanner } from '../../../../scan/scanner.tsx'
import { t } from '../../../../state/locale.ts'
import { depositMend } from '../../../../trouble/trouble.ts'
import { TroubleNotice } from '../../../../trouble/trouble-notice.tsx'
import { List } from '../../../../ui/list.tsx'
import { Section } from '../../../../ui/section.tsx'
import type { Live } from '../use-live.ts'
import { AddressEntry } from './address-entry.tsx'
import { addressText } from './address-problem.ts'
import { AddressRow } from './address-row.tsx'
import { isHopeless, OutFound } from './out-found.tsx'
import { blockOf, type Quote } from './out-plan.ts'
import { OutRecent } from './out-recent.tsx'
import { figure, OutTerms } from './out-terms.tsx'
import { useAddressCheck } from './use-address-check.ts'

/** The shortest address there is: shorter ones are still being typed. */
const shortest = 26

interface OutWhereProps {
  currency: Coin
  chain: string
  quote: Quote
  book: Live<SavedAddress[]>
  to: string | undefined
  amount: string | undefined
}

/** Where to: an address that is pasted, scanned, typed, or chosen from the book. */
export function OutWhere({ currency, chain, quote, book, to = '', amount }: OutWhereProps) {
  const draft = `to ${chain}`
  const [typed, type] = useState(() => to || (draftOf(draft).text ?? ''))
  useKeeping(draft, { text: typed })
  const [wasLeft, leave] = useState(false)
  const isWhole = typed.length >= shortest || wasLeft
  const { found, failure, isAsking } = useAddressCheck(chain, isWhole ? typed : '')
  const isBad = found !== null && isHopeless(found)

  function choose({ address }: { address: string }) {
    go('transferOut', { coin: currency, chain, to: address, amount })
  }
  function write(text: string) {
    leave(false)
    type(text)
  }
  function prefill({ to, coin = currency, chain, amount }: Payment) {
    go('transferOut', { coin, chain, to, amount }, { replace: true })
    write(to)
  }
  function clear() {
    write('')
    if (to) go('transferOut', { coin: currency, chain, amount }, { replace: true })
    book.reload()
  }

  return (
    <>
      <Block quote={quote} currency={currency} />
      <AddressEntry
        chain={chain}
        typed={typed}
        onInput={write}
        onBlur={() => leave(true)}
        error={failure ?? (isBad ? addressText(found.problem, chain, found.looksLike) : null)}
        isAsking={isAsking}
      />
      {found && !isBad && (
        <OutFound key={found.address} found={found} chain={chain} onChoose={choose} onSaved={clear} />
      )}
      <Saved book={book} onChoose={choose} />
      <OutTerms quote={quote} currency={currency} />
      <OutRecent currency={currency} />
      <Scanner onPayment={prefill} />
    </>
  )
}

/** Why nothing can leave now; nothing is drawn when something can. */
function Block({ quote, currency }: { quote: Quote; currency: Coin }) {
  const block = blockOf(quote, currency)
  if (!block) return null
  const text = t(`wallet.out.block.${block}`, { min: figure(quote.min, currency) })
  return <TroubleNotice trouble={{ text, mend: block === 'balance' ? depositMend(null, currency) : null }} />
}

function Saved({ book, onChoose }: { book: Live<SavedAddress[]>; onChoose: (to: SavedAddress) => void }) {
  return (
    <Section
      title={t('wallet.book.saved')}
      more={<a href={link('transferOut', { book: 1 })}>{t('wallet.book.manage')}</a>}
    >
      <Loaded of={book}>
        {saved =>
          saved.length > 0 ? (
            <List label={t('wallet.book.saved')}>
              {saved.map(each => (
                <AddressRow key={each.id} of={each} onChoose={() => onChoose(each)} />
              ))}
            </List>
          ) : (
            <p class="cap">{t('wallet.book.none')}</p>
          )
        }
      </Loaded>
    </Section>
  )
}
