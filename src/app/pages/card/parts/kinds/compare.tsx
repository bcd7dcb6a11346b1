import { css } from 'goober'
import { useState } from 'react'
import type { CardType } from '../../../../../contract/card.ts'
import { t } from '../../../../state/locale.ts'
import { amountText } from '../../../../ui/amount-text.ts'
import { Chip, Chips } from '../../../../ui/chip.tsx'
import { kindName } from '../../../../ui/kind-name.ts'
import { paper } from '../../../../ui/paper.ts'
import { Swatch } from '../../../../ui/swatch.tsx'
import { becomes, isZero } from '../reckon.ts'
import { regionName } from '../region.ts'
import type { Extras } from './extras.ts'

const samples = ['100', '500', '1000']

/** All fees and limits side by side, and what a sum becomes with each kind. */
export function Compare({ kinds, extras }: { kinds: CardType[]; extras: Extras }) {
  const [paid, setPaid] = useState('100')
  return (
    <div class={`${paper} ${box}`}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys */}
      <div class="scroll" tabIndex={0} role="region" aria-label={t('card.compareTitle')}>
        <table>
          <thead>
            <tr>
              <td />
              {kinds.map(kind => (
                <th key={kind.id} scope="col">
                  <Swatch face={kind.face} isSmall />
                  {kindName(kind.name)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {feeRows(kinds.some(isPhysical) ? extras : null).map(([label, cell]) => (
              <Line key={label} label={label} cells={kinds.map(cell)} />
            ))}
          </tbody>
          <tbody>
            <tr>
              <th class="head" scope="rowgroup" colSpan={kinds.length + 1}>
                {t('card.becomes.title', { amount: plain(paid) })}
                <Chips label={t('card.becomes.choose')}>
                  {samples.map(sample => (
                    <Chip key={sample} isOn={paid === sample} onPress={() => setPaid(sample)}>
                      {plain(sample)}
                    </Chip>
                  ))}
                </Chips>
              </th>
            </tr>
            {outcomeRows(paid).map(([label, cell]) => (
              <Line key={label} label={label} cells={kinds.map(cell)} />
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}

function Line({ label, cells }: { label: string; cells: string[] }) {
  return (
    <tr>
      <th scope="row">{label}</th>
      {cells.map((cell, index) => (
        <td key={String(index)} class="num">
          {cell}
        </td>
      ))}
    </tr>
  )
}

type Row = [label: string, cell: (kind: CardType) => string]

function feeRows(extras: Extras | null): Row[] {
  return [
    [t('card.fees.open'), ({ openFee }) => figure(openFee)],
    ...(extras ? physicalRows(extras) : []),
    [t('card.fees.recharge'), ({ rechargeFee }) => percent(rechargeFee)],
    [t('card.fees.consume'), ({ consumeFee }) => percent(consumeFee)],
    [t('card.fees.crossBorder'), ({ crossBorderFee }) => percent(crossBorderFee)],
    [t('card.fees.annual'), ({ annualFee }) => figure(annualFee)],
    [t('card.fees.rechargeLimit'), rechargeRange],
    [t('card.fees.consumeLimit'), ({ singleConsumeLimit }) => plain(singleConsumeLimit)],
    [t('card.fees.dayLimit'), ({ dayConsumeLimit }) => plain(dayConsumeLimit)],
    [t('card.fees.monthLimit'), ({ monthConsumeLimit }) => plain(monthConsumeLimit)],
    [t('card.region'), ({ region }) => regionName(region)],
    [t('card.works'), ({ type }) => t(`card.works.${type}`)],
  ]
}

function isPhysical({ type }: CardType): boolean {
  return type === 'physical'
}

/** What a physical card needs beside its making; a virtual one needs neither. */
function physicalRows({ country, mailing, virtual, hasVirtual }: Extras): Row[] {
  const ofPhysical = (text: string) => (kind: CardType) => (isPhysical(kind) ? text : '—')
  const needed = hasVirtual ? t('card.fees.virtualHave') : virtual ? figure(virtual.openFee) : '—'
  const mailed = mailing === null ? t('card.fees.mailingNone') : mailing ? figure(mailing) : '—'
  return [
    [t('card.fees.virtual'), ofPhysical(needed)],
    [t('card.fees.mailing', { country: regionName(country) }), ofPhysical(mailed)],
  ]
}

function rechargeRange({ singleRechargeMin, singleRechargeLimit }: CardType): string {
  return `${plain(singleRechargeMin)}–\u2060${plain(singleRechargeLimit)}`
}

function outcomeRows(paid: string): Row[] {
  const inUsd = (amount: string | undefined) => amountText({ amount: amount ?? '', currency: 'USD' })
  return [
    [t('card.becomes.onCard'), kind => inUsd(becomes(paid, kind)?.onCard)],
    [t('card.becomes.home'), kind => inUsd(becomes(paid, kind)?.spentHome)],
    [t('card.becomes.abroad'), kind => inUsd(becomes(paid, kind)?.spentAbroad)],
  ]
}

function percent(share: string): string {
  return isZero(share) ? t('card.free') : `${share}%`
}

function figure(amount: string): string {
  return isZero(amount) ? t('card.free') : plain(amount)
}

function plain(amount: string): string {
  return amountText({ amount, currency: 'USDT', bare: true }).replace(/\.00$/, '')
}

const box = css`
  overflow: hidden;
  /* A shade at the edge as long as there is more beyond it. */
  & .scroll {
    overflow-x: auto;
    background:
      linear-gradient(var(--surface) 0 0) right / 24px 100% no-repeat local,
      linear-gradient(to left, var(--line), transparent) right / 16px 100% no-repeat;
  }
  & table {
    width: 100%;
    border-collapse: collapse;
    font-size: .875rem;
    line-height: 1.25rem;
    word-break: keep-all;
  }
  & th,
  & td {
    padding: 11px 6px;
    text-align: end;
    vertical-align: middle;
    font-weight: 500;
  }
  & thead th {
    padding-top: 14px;
    vertical-align: top;
    font-weight: 600;
  }
  & thead span {
    display: block;
    margin: 0 0 6px auto;
  }
  & tr > :first-child {
    position: sticky;
    inset-inline-start: 0;
    min-width: 7.2em;
    padding-inline-start: 16px;
    background: var(--surface);
    text-align: start;
  }
  & tr > :last-child {
    padding-inline-end: 16px;
  }
  & tbody th {
    text-wrap: balance;
    overflow-wrap: anywhere;
    color: var(--text-2);
    font-weight: 400;
  }
  & tbody tr {
    border-top: 1px solid var(--line);
  }
  & tbody .head {
    display: table-cell;
    padding: 16px 16px 12px;
    color: var(--text);
    font-size: 1rem;
    font-weight: 600;
  }
  & .head > div {
    margin: 8px 0 0;
    padding: 0;
  }
`
