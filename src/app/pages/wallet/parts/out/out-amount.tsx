import type { ComponentChildren } from 'preact'
import { useState } from 'react'
import type { SavedAddress } from '../../../../../contract/address-book.ts'
import { type Coin, scales } from '../../../../../contract/money.ts'
import { PinAsk } from '../../../../decision/pin-ask.tsx'
import { amountMs, draftOf, keepDraft, useKeeping } from '../../../../forms/draft.ts'
import { fromHere } from '../../../../routing/from-here.ts'
import { t } from '../../../../state/locale.ts'
import { isUnknown, type Trouble } from '../../../../trouble/trouble.ts'
import { AmountEntry } from '../../../../ui/amount-entry.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Chip } from '../../../../ui/chip.tsx'
import { List } from '../../../../ui/list.tsx'
import { Page } from '../../../../ui/page.tsx'
import { Sheet } from '../../../../ui/sheet.tsx'
import { AddressRow } from './address-row.tsx'
import { OutConfirm } from './out-confirm.tsx'
import { type Mode, outPlanOf, type Quote } from './out-plan.ts'
import { draftOn, keyed, type Open, outTrouble, sendOut, type Wanted } from './out-send.ts'
import { figure, OutTerms } from './out-terms.tsx'
import { OutWords } from './out-words.tsx'
import { type Planned, useOutPlan } from './use-out-plan.ts'

interface OutAmountProps {
  title: string
  currency: Coin
  quote: Quote
  to: SavedAddress
  /** What a payment link asks for: it is to arrive. */
  amount: string | undefined
  /** What is to be known before anything is typed. */
  notices: ComponentChildren
  onUnknown: (open: Open | null) => void
  /** It was refused, and why. */
  onEnd: (why: Trouble | null) => void
}

/** How much, what it costs and what arrives; then all of it once more, and the PIN. */
export function OutAmount(props: OutAmountProps) {
  const { title, currency, quote, to, amount = '', notices } = props
  const draft = draftOn({ currency, address: to.address })
  const [begun] = useState(() => (amount ? {} : draftOf(draft, amountMs)))
  const [typed, type] = useState(amount || (begun.typed ?? ''))
  const [mode, setMode] = useState<Mode>(amount || begun.mode === 'receive' ? 'receive' : 'amount')
  useKeeping(draft, { typed, mode })
  const checked = outPlanOf({ typed, mode, currency, quote })
  const live = useOutPlan({ currency, chain: to.chain, address: to.address, mode, figure: checked.asked })
  const deciding = useDeciding(props, live)

  return (
    <Page
      title={title}
      footer={
        <Button isDisabled={!live.plan || quote.wait !== null} onPress={deciding.begin}>
          {t(quote.wait ? 'wallet.out.waiting' : 'wallet.out.next')}
        </Button>
      }
    >
      {notices}
      <List>
        <AddressRow of={to} />
      </List>
      {quote.wait ? (
        <OutTerms quote={quote} currency={currency} />
      ) : (
        <AmountEntry
          typed={typed}
          onInput={type}
          currency={currency}
          scale={scales[currency]}
          sums={[]}
          max={checked.max}
          onEnter={live.plan ? deciding.begin : undefined}
          chips={(['amount', 'receive'] as const).map(each => (
            <Chip key={each} isOn={mode === each} onPress={() => setMode(each)}>
              {t(`wallet.out.mode.${each}`)}
            </Chip>
          ))}
        >
          <OutWords checked={checked} live={live} quote={quote} currency={currency} />
        </AmountEntry>
      )}
      {deciding.agreed && (
        <Sheet isOpen={!deciding.isPin} title={t('wallet.out.confirm')} onClose={deciding.stop}>
          <OutConfirm
            currency={currency}
            to={to}
            quote={quote}
            plan={live.plan ?? deciding.agreed}
            agreed={deciding.agreed}
            isRenewing={deciding.isRenewing}
            onConfirm={deciding.confirm}
          />
        </Sheet>
      )}
      <Sheet isOpen={deciding.isPin} title={t('pin.title')} onClose={deciding.stop}>
        <PinAsk
          movesMoney
          label={t('wallet.out.pin')}
          confirm={t('wallet.out.send', { amount: figure(deciding.agreed?.amount ?? '0', currency) })}
          ask={deciding.send}
          onAnswer={deciding.take}
        />
      </Sheet>
    </Page>
  )
}

/** What was agreed to, and what became of it. A new fee is shown with the difference and agreed to anew. */
function useDeciding(
  { currency, to, onUnknown, onEnd }: OutAmountProps,
  live: ReturnType<typeof useOutPlan>,
) {
  const go = fromHere()
  const [agreed, agree] = useState<Planned | null>(null)
  const [isPin, askPin] = useState(false)
  const [staleTurn, setStaleTurn] = useState(-1)
  const decided = (plan: Planned): Wanted => ({
    currency,
    chain: to.chain,
    address: to.address,
    amount: plan.amount,
    receive: plan.receive,
  })

  function stop() {
    agree(null)
    askPin(false)
  }
  function take(reply: Awaited<ReturnType<typeof sendOut>>) {
    askPin(false)
    if (reply.ok) {
      keepDraft(draftOn({ currency, address: to.address }), null)
      keepDraft(`to ${to.chain}`, null)
      return go('transferOut', { id: reply.data.id }, { replace: true })
    }
    if (reply.key === 'quote_expired') {
      setStaleTurn(live.turn)
      return live.renew()
    }
    if (isUnknown(reply)) return agreed && onUnknown(keyed(decided(agreed)))
    agree(null)
    onEnd(outTrouble(reply, { currency, chain: to.chain }))
  }
  return {
    agreed,
    isPin,
    isRenewing: live.plan === null || staleTurn >= live.turn,
    begin: () => agree(live.plan),
    confirm: () => {
      agree(live.plan)
      askPin(true)
    },
    send: (pin: string) => sendOut(decided(agreed as Planned), pin),
    stop,
    take,
  }
}
