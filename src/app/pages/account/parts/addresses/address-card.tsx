import { css } from 'goober'
import type { ComponentChildren } from 'preact'
import type { MailingAddress } from '../../../../../contract/address.ts'
import { t } from '../../../../state/locale.ts'
import { Chip } from '../../../../ui/chip.tsx'
import { Icon } from '../../../../ui/icon.tsx'
import { inOneLine } from './one-line.ts'

export interface AddressCardProps {
  of: MailingAddress
  /** Where a press on it leads. */
  href?: string
  onPress?: () => void
  /** What else can be done with it. */
  children?: ComponentChildren
}

/** A mailing address as it is written, with who is called. */
export function AddressCard({ of, href, onPress, children }: AddressCardProps) {
  const inside = (
    <>
      <span class="head">
        <strong>{of.recipient}</strong>
        <bdi class="cap num">{`${of.areaCode} ${of.phone}`}</bdi>
        {of.isDefault && <Chip tone="pos">{t('account.place.default')}</Chip>}
      </span>
      <span>{inOneLine(of.lines.filter(line => line !== of.recipient))}</span>
      <Icon name="chevron-right" size={20} />
    </>
  )
  return (
    <li class={card}>
      {href ? (
        <a href={href}>{inside}</a>
      ) : (
        <button type="button" onClick={onPress}>
          {inside}
        </button>
      )}
      {children && <div class="ways">{children}</div>}
    </li>
  )
}

const card = css`
  & > :first-child {
    position: relative;
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 4px;
    width: 100%;
    min-height: 64px;
    padding: 12px 44px 12px 16px;
    color: var(--text);
    text-align: start;
    overflow-wrap: anywhere;
  }
  & > :first-child:active {
    background: var(--sunken);
  }
  & > :first-child > svg {
    position: absolute;
    inset-inline-end: 14px;
    top: 50%;
    translate: 0 -50%;
    color: var(--text-3);
  }
  & .head {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 10px;
    align-items: center;
  }
  & strong {
    font-weight: 600;
  }
  & .ways {
    display: flex;
    flex-wrap: wrap;
    gap: 0 20px;
    padding: 0 16px 6px;
  }
  & .ways > a,
  & .ways > .drop {
    display: inline-flex;
    gap: 6px;
    align-items: center;
    min-height: 44px;
    font-size: .9375rem;
    font-weight: 600;
  }
  & .ways > .drop {
    color: var(--neg);
  }
`
