import { css } from 'goober'
import { useState } from 'react'
import { queryTransferIn } from '../../../../contract/wallet.ts'
import { t } from '../../../state/locale.ts'
import { TroubleNotice } from '../../../trouble-notice.tsx'
import { amountText } from '../../../ui/amount-text.ts'
import { Chip, Chips } from '../../../ui/chip.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { QrCode } from '../../../ui/qr-code.tsx'
import { ErrorView, Skeleton } from '../../../ui/states.tsx'
import { Arrivals } from './arrivals.tsx'
import { minutes } from './minutes.ts'
import { troubleOf } from './trouble.ts'
import { usePoll } from './use-poll.ts'

const pollMs = 5_000

/** The card's own deposit address on a network, whole and in groups, and what arrives there. */
export function ChainAddress({ cardId, last4, chains }: { cardId: string; last4: string; chains: string[] }) {
  const [chain, setChain] = useState(chains[0] as string)
  return (
    <>
      <Chips label={t('card.ways.network')}>
        {chains.map(each => (
          <Chip key={each} isOn={each === chain} onPress={() => setChain(each)}>
            {`USDT · ${each}`}
          </Chip>
        ))}
      </Chips>
      <Notice tone="warn" text={t('card.chain.only', { coin: 'USDT', chain })} />
      <Address key={chain} cardId={cardId} last4={last4} chain={chain} />
    </>
  )
}

function Address({ cardId, last4, chain }: { cardId: string; last4: string; chain: string }) {
  const { data, failure, retry } = usePoll(
    queryTransferIn,
    { currency: 'USDT', chain, cardId },
    { everyMs: pollMs },
  )
  if (!data) {
    if (!failure) return <Skeleton rows={4} />
    if (failure.status !== undefined) return <ErrorView onRetry={retry} />
    return <TroubleNotice trouble={troubleOf(failure, { cardId })} />
  }
  return (
    <>
      <div class={paper}>
        <QrCode text={data.qr} label={t('card.chain.qr', { last4 })} />
        <p class="cap">{t('card.chain.for', { last4 })}</p>
        <p class="address num" translate={false}>
          <span class="sr">{data.address}</span>
          {groupsOf(data.address).map((group, index) => (
            <span key={String(index)} aria-hidden="true">
              {group}
            </span>
          ))}
        </p>
        <CopyButton text={data.address} label={t('card.chain.address')}>
          {t('card.chain.copy')}
        </CopyButton>
      </div>
      {data.memo && (
        <Facts
          facts={[
            {
              label: 'Memo',
              value: (
                <CopyButton text={data.memo} label="memo">
                  {data.memo}
                </CopyButton>
              ),
            },
          ]}
        />
      )}
      <Facts
        facts={[
          {
            label: t('card.ways.least'),
            value: amountText({ amount: data.min, currency: 'USDT' }),
            note: t('card.chain.leastNote'),
          },
          { label: t('card.chain.confirmations'), value: data.confirmations },
          { label: t('card.ways.speed'), value: minutes(data.expectedSeconds) },
        ]}
      />
      <Arrivals list={data.list} />
    </>
  )
}

/** An address in groups of four, whole: a shortened one can be imitated. */
function groupsOf(address: string): string[] {
  const [prefix, rest] = address.startsWith('0x') ? ['0x', address.slice(2)] : ['', address]
  return [prefix, ...(rest.match(/.{1,4}/g) ?? [])]
}

const paper = css`
  display: grid;
  gap: 8px;
  justify-items: center;
  padding: 20px 16px 8px;
  border-radius: 18px;
  background: var(--surface);
  box-shadow: 0 0 0 1px var(--line);
  & .address {
    display: flex;
    flex-wrap: wrap;
    gap: 2px 10px;
    justify-content: center;
    max-width: 300px;
    font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace;
    font-size: 1.0625rem;
    letter-spacing: 0;
  }
  & .address span:nth-child(3),
  & .address span:last-child {
    color: var(--accent);
    font-weight: 700;
  }
`
