import { css } from 'goober'
import type { ComponentChildren } from 'preact'
import type { SavedAddress } from '../../../../../contract/address-book.ts'
import { t } from '../../../../state/locale.ts'
import { Chip } from '../../../../ui/chip.tsx'
import { Icon } from '../../../../ui/icon.tsx'
import { whenInside } from '../../../../ui/when.ts'
import { OutAddress } from './out-address.tsx'
import { clock, useLeft } from './out-left.ts'

interface AddressRowProps {
  of: SavedAddress
  onChoose?: () => void
  /** What else can be done with it. */
  children?: ComponentChildren
}

/** A saved address in full: its name, its network, from when on it may be used. */
export function AddressRow({ of, onChoose, children }: AddressRowProps) {
  const inside = (
    <>
      <span class="head">
        <strong>{of.label}</strong>
        <Chip>{of.chain}</Chip>
        {onChoose && <Icon name="chevron-right" size={20} />}
      </span>
      <OutAddress address={of.address} />
      <Note of={of} />
    </>
  )
  return (
    <li class={row}>
      {onChoose ? (
        <button type="button" onClick={onChoose}>
          {inside}
        </button>
      ) : (
        <div>{inside}</div>
      )}
      {children}
    </li>
  )
}

function Note({ of }: { of: SavedAddress }) {
  const { isUsable, leftSeconds, lastUseTime } = of
  const left = useLeft(of, leftSeconds)
  if (!isUsable && left > 0)
    return <span class="cap wait num">{t('wallet.book.usableIn', { left: clock(left) })}</span>
  return (
    <span class="cap">
      {lastUseTime ? t('wallet.book.lastUse', { time: whenInside(lastUseTime) }) : t('wallet.book.unused')}
    </span>
  )
}

const row = css`
  & > :first-child {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 4px;
    width: 100%;
    min-height: 64px;
    padding: 12px 16px;
    text-align: start;
  }
  & > button:active {
    background: var(--sunken);
  }
  & .head {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px 12px;
  }
  & strong {
    flex: 1;
    min-width: 0;
    font-weight: 600;
    overflow-wrap: anywhere;
  }
  & .head svg {
    color: var(--text-3);
  }
  & .wait {
    color: var(--warn);
  }
`
