import { css } from 'goober'
import type { CardType } from '../../../../../contract/card.ts'
import { InLine } from '../../../../display/in-line.tsx'
import { link } from '../../../../routing/hash-location.tsx'
import { t } from '../../../../state/locale.ts'
import { amountText } from '../../../../ui/amount-text.ts'
import { Chip } from '../../../../ui/chip.tsx'
import { Icon } from '../../../../ui/icon.tsx'
import { kindName } from '../../../../ui/kind-name.ts'
import { paper } from '../../../../ui/paper.ts'
import { Swatch } from '../../../../ui/swatch.tsx'
import { isZero } from '../reckon.ts'
import { regionName } from '../region.ts'

/** A kind of card in one row: its glaze, where it is from, what it costs to open. */
export function KindRow({ kind, isRecommended = false }: { kind: CardType; isRecommended?: boolean }) {
  return (
    <a
      class={`${paper} ${row}`}
      href={link(kind.type === 'physical' ? 'makeCard' : 'openCard', { cardTypeId: kind.id })}
    >
      <Swatch face={kind.face} />
      <span class="words">
        <span>
          <b>{kindName(kind.name)}</b> {isRecommended && <Chip tone="pos">{t('card.recommended')}</Chip>}
        </span>
        <span class="cap">
          <InLine
            of={[
              t(kind.material === 'metal' ? 'cardFace.metal' : `cardFace.${kind.type}`),
              kind.organization,
              regionName(kind.region),
            ]}
          />
          <InLine
            of={[
              t('card.kindOpen', { open: cost(kind.openFee) }),
              t('card.kindRecharge', { recharge: kind.rechargeFee }),
            ]}
          />
        </span>
      </span>
      <Icon name="chevron-right" size={20} />
    </a>
  )
}

function cost(amount: string): string {
  return isZero(amount) ? t('card.free') : amountText({ amount, currency: 'USDT' }).replace(/\.00\b/, '')
}

const row = css`
  display: flex;
  flex-wrap: wrap;
  gap: 8px 14px;
  align-items: center;
  min-height: 88px;
  padding: 12px 16px;
  color: var(--text);
  & .words {
    flex: 1 1 6.5rem;
    min-width: 0;
    display: grid;
    gap: 2px;
    text-wrap: balance;
  }
  & b {
    font-weight: 600;
    margin-inline-end: 4px;
  }
  & > svg {
    flex: none;
    color: var(--text-3);
  }
  &:active {
    background: var(--sunken);
  }
`
