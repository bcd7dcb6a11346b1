import { css } from 'goober'
import type { ComponentChildren } from 'preact'
import { stateWord } from '../../../display/bill-state.ts'
import { CardNetwork } from '../../../display/card-network.tsx'
import { CoinMark } from '../../../display/coin-mark.tsx'
import type { MessageKey } from '../../../locales/keys.ts'
import type { Overview } from '../../../overview.ts'
import { link } from '../../../routing/hash-location.tsx'
import { currency as priced, t } from '../../../state/locale.ts'
import { session } from '../../../state/session.ts'
import { worth } from '../../../state/worth.ts'
import { CardFace } from '../../../ui/card-face.tsx'
import { dots } from '../../../ui/dots.ts'
import { glazeName } from '../../../ui/glaze-name.ts'
import { List, Row } from '../../../ui/list.tsx'
import { Money } from '../../../ui/money.tsx'
import { when } from '../../../ui/when.ts'

type Bill = Overview['bills'][number]

const billIcons: Record<string, 'arrow-down' | 'arrow-up-right' | 'arrow-left-right' | 'plus'> = {
  deposit: 'arrow-down',
  refund: 'plus',
  withdraw: 'arrow-up-right',
  fee: 'arrow-up-right',
  transfer: 'arrow-left-right',
  topUp: 'plus',
}

/** The newest card in use, or the way to the first one. */
export function CardStrip({ of: { cards } }: { of: Overview }) {
  const card =
    cards.find(({ status }) => status === 'active') ??
    cards.find(({ status }) => !/closed|lost|expired/.test(status))
  if (!card) {
    // Whoever never had one is shown the way among the first steps.
    return cards.length > 0 ? (
      <List>
        <Row
          icon="credit-card"
          title={t('home.openCard')}
          note={t('home.openCardNote')}
          href={link('cardTypeList')}
        />
      </List>
    ) : null
  }
  return (
    <a href={link('cardDetail', { id: card.id })}>
      <CardFace
        face={card.face}
        name={card.nickname ?? glazeName(card.cardTypeName)}
        form={card.type}
        material={card.material}
        network={<CardNetwork of={card.organization} />}
        last4={card.last4}
        holder={card.cardHolder}
        state={card.status === 'active' ? null : t(`cardState.${card.status}`)}
      />
    </a>
  )
}

/** Coins that are held or on their way; USDT always. */
export function Assets({ of: { coins } }: { of: Overview }) {
  const shown = coins.filter(
    ({ currency, balance, incoming }) => currency === 'USDT' || Number(balance) > 0 || Number(incoming) > 0,
  )
  return (
    <Section title={t('home.assets')} all={link('selectCoin')}>
      <List>
        {shown.map(({ currency, chain, balance, incoming }) => (
          <Row
            key={currency}
            picture={<CoinMark of={currency} />}
            title={currency}
            note={
              Number(incoming) > 0 ? (
                <>
                  {t('home.incoming')} <Money amount={incoming} currency={currency} bare />
                </>
              ) : (
                dots(...chain)
              )
            }
            value={<Money amount={balance} currency={currency} bare />}
            valueNote={
              currency !== priced.value && (
                <Money approx amount={worth(balance, currency)} currency={priced.value} />
              )
            }
            href={link('selectCoin', { coin: currency })}
          />
        ))}
      </List>
    </Section>
  )
}

/** The last five bills. */
export function Bills({ of: { bills } }: { of: Overview }) {
  // Whoever is about to be deleted is invited to nothing.
  if (bills.length === 0 && session.value?.user.deleteAt) return null
  return (
    <Section title={t('home.bills')} all={link('bill')}>
      <List>
        {bills.length === 0 && <Row title={<span class="cap">{t('home.noBills')}</span>} />}
        {bills.map(bill => (
          <Row
            key={bill.id}
            icon={billIcons[bill.type] ?? 'credit-card'}
            {...(/declined|failed/.test(bill.status) ? { tone: 'neg' as const } : {})}
            title={titleOf(bill)}
            note={noteOf(bill)}
            value={<Sum of={bill} />}
            valueNote={bill.currency}
            href={link('bill', { id: bill.id })}
          />
        ))}
      </List>
    </Section>
  )
}

/** What has not arrived is not called so, and what became another coin has not just moved. */
function titleOf({ type, status, remark }: Bill): string {
  if (type === 'deposit' && status !== 'done') return t('home.deposit')
  if (type === 'transfer' && remark.rate) return t('home.convert')
  return type === 'fee' ? feeWord(remark.fee) : (remark.merchant ?? t(`billKind.${type}`))
}

/** As `feeName`, which would bring the words of everything that costs. */
function feeWord(fee: string | undefined): string {
  const key = `feeKind.${fee}` as MessageKey
  const word = t(key)
  return word === key ? t('billKind.fee') : word
}

/** Where it stands, or the merchant of a fee, or its kind where the title is a name; then when. */
function noteOf({ type, status, remark, createTime }: Bill): string {
  const done = remark.merchant && (type === 'fee' ? remark.merchant : t(`billKind.${type}`))
  const word = status === 'done' ? done : stateWord({ type, status, remark })
  return dots(word, when(createTime))
}

/** It has a sign once the money has moved; it is grey until then, and struck through when it will not move. */
function Sum({ of: { status, amount, currency } }: { of: Bill }) {
  const isDone = status === 'done'
  const Tag = isDone || status === 'pending' ? 'span' : 's'
  return (
    <Tag style={isDone ? '' : 'color:var(--text-2)'}>
      <Money sign={isDone} amount={amount} currency={currency} bare />
    </Tag>
  )
}

function Section({ title, all, children }: { title: string; all: string; children: ComponentChildren }) {
  return (
    <section class={section}>
      <div class="head">
        <h2>{title}</h2>
        <a href={all} aria-label={`${t('home.allBills')} ${title}`}>
          {t('home.allBills')}
        </a>
      </div>
      {children}
    </section>
  )
}

const section = css`
  & .head {
    display: flex;
    justify-content: space-between;
    align-items: center;
    min-height: 44px;
    padding: 0 4px;
  }
  & h2 {
    font-size: 1.0625rem;
  }
  & .head a {
    display: grid;
    place-items: center end;
    min-width: 44px;
    min-height: 44px;
    font-size: .875rem;
    font-weight: 500;
  }
`
