import { css } from 'goober'
import type { ComponentChildren } from 'preact'
import { useState } from 'react'
import type { Output } from '../../../../../contract/call.ts'
import { findDeposit } from '../../../../../contract/deposit-search.ts'
import { link } from '../../../../routing/hash-location.tsx'
import { send } from '../../../../send.ts'
import { t } from '../../../../state/locale.ts'
import { feel } from '../../../../telegram/telegram.ts'
import { againAt, type No, plainTrouble } from '../../../../trouble/trouble.ts'
import { Button } from '../../../../ui/button.tsx'
import { Money } from '../../../../ui/money.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import { OutAddress } from '../out/out-address.tsx'
import { PasteField } from './paste-field.tsx'
import { txHashIn } from './tx-hash.ts'
import type { Deposit } from './use-deposits.ts'

type Found = Output<typeof findDeposit>

export interface FindDepositProps {
  chain: string
  /** How deposits that were found are shown. */
  rowsOf: (found: readonly Deposit[]) => ComponentChildren
}

/** Finds what a customer misses by the hash of its transaction: what the chain says of it, and what to do next. */
export function FindDeposit({ chain, rowsOf }: FindDepositProps) {
  const { typed, type, txId, isBusy, found, trouble, look } = useSearch(chain)
  return (
    <form
      class={box}
      onSubmit={event => {
        event.preventDefault()
        look()
      }}
    >
      <p class="cap">{t('find.about')}</p>
      <PasteField label={t('find.label')} value={typed} onInput={type} error={txId ? null : trouble} />
      <Notice text={txId ? trouble : null} />
      {found && <Answer key={found.state} found={found} chain={chain} rowsOf={rowsOf} />}
      <Button type="submit" isBusy={isBusy}>
        {t(found ? 'find.again' : 'find.go')}
      </Button>
      {txId && found && asksForTicket(found) && (
        <Button kind="plain" href={link('feedback', { question: t('find.ticket.line', { chain, txId }) })}>
          {t('find.ticket')}
        </Button>
      )}
    </form>
  )
}

/** What is typed, and what came of looking for it; other words begin anew. */
function useSearch(chain: string) {
  const [typed, keep] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [found, show] = useState<Found | null>(null)
  const [trouble, tell] = useState<string | null>(null)
  const txId = txHashIn(typed)

  function type(text: string) {
    keep(text)
    show(null)
    tell(null)
  }
  async function look() {
    if (!txId) return tell(t('find.format'))
    setBusy(true)
    tell(null)
    const reply = await send(findDeposit, { txId, chain })
    setBusy(false)
    show(reply.ok ? reply.data : null)
    if (!reply.ok) tell(wordsOf(reply))
    feel(reply.ok && reply.data.state === 'deposited' ? 'success' : 'light')
  }
  return { typed, type, txId, isBusy, found, trouble, look }
}

function wordsOf(reply: No): string | null {
  const time = againAt(reply)
  return time ? t('find.tooOften', { time }) : (plainTrouble(reply)?.text ?? null)
}

/** Where a person has to look, because there is nothing that the customer can do. */
function asksForTicket({ state, paid }: Found): boolean {
  return state === 'missed' || state === 'stray' || (state === 'elsewhere' && paid.length === 0)
}

const tones = {
  silent: 'warn',
  unknown: 'warn',
  waiting: 'info',
  failed: 'neg',
  reading: 'info',
  missed: 'warn',
} as const

function Answer({ found, chain, rowsOf }: FindDepositProps & { found: Found }) {
  const { state, deposits, tokens, paid } = found
  switch (state) {
    case 'deposited':
      return (
        <>
          <Notice tone="pos" text={t('find.deposited')} />
          {rowsOf(deposits)}
        </>
      )
    case 'stray':
      return (
        <>
          <Notice tone="warn" text={t('find.stray')} />
          {tokens.map(token => (
            <OutAddress key={token} address={token} />
          ))}
          <p class="cap">{t('find.stray.next')}</p>
        </>
      )
    case 'elsewhere':
      return paid.length > 0 ? <Elsewhere paid={paid} /> : <Notice tone="warn" text={t('find.nobody')} />
    default:
      return <Notice tone={tones[state]} text={t(`find.${state}`, { chain })} />
  }
}

function Elsewhere({ paid }: Pick<Found, 'paid'>) {
  return (
    <>
      <Notice text={t('find.elsewhere')} />
      <ul class="paid">
        {paid.map(({ address, amount, currency }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: one address may be paid twice, and the list never changes
          <li key={index}>
            <Money amount={amount} currency={currency} exact />
            <OutAddress address={address} />
          </li>
        ))}
      </ul>
      <p class="cap">{t('find.elsewhere.next')}</p>
    </>
  )
}

const box = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 14px;
  & .paid {
    display: grid;
    gap: 12px;
  }
`
