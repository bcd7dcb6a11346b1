import { css } from 'goober'
import type { CardType } from '../../../../../contract/card.ts'
import { InLine } from '../../../../display/in-line.tsx'
import { t } from '../../../../state/locale.ts'
import { amountText } from '../../../../ui/amount-text.ts'
import { Icon } from '../../../../ui/icon.tsx'
import { kindName } from '../../../../ui/kind-name.ts'
import { Swatch } from '../../../../ui/swatch.tsx'

interface ApplyKindsProps {
  kinds: CardType[]
  chosen: string
  /** The one that is made for free now. */
  freeId?: string | undefined
  onChoose: (id: string) => void
}

/** Which of the physical kinds it will be. */
export function ApplyKinds({ kinds, chosen, freeId, onChoose }: ApplyKindsProps) {
  return (
    <fieldset class={box}>
      <legend class="sr">{t('physical.kind')}</legend>
      {kinds.map(({ id, name, material, face, openFee, organization }) => (
        <label key={id}>
          <input
            type="radio"
            name="kind"
            value={id}
            checked={id === chosen}
            onChange={() => onChoose(id)}
            class="sr"
          />
          <Swatch face={face} isSmall />
          <span>
            {kindName(name)}
            <span class="cap">
              <InLine of={[t(material === 'metal' ? 'cardFace.metal' : 'cardFace.physical'), organization]} />
            </span>
          </span>
          <b class="num">
            {id === freeId ? t('physical.free') : amountText({ amount: openFee, currency: 'USDT' })}
          </b>
          <i>{id === chosen && <Icon name="check" size={20} />}</i>
        </label>
      ))}
    </fieldset>
  )
}

const box = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 8px;
  min-width: 0;
  margin: 0;
  padding: 0;
  border: 0;
  & label {
    position: relative;
    display: flex;
    flex-wrap: wrap;
    gap: 12px;
    align-items: center;
    min-height: 64px;
    padding: 10px 16px;
    border-radius: 18px;
    background: var(--surface);
    box-shadow: inset 0 0 0 1px var(--line);
  }
  & label:has(:checked) {
    box-shadow: inset 0 0 0 2px var(--accent);
  }
  & label:has(:focus-visible) {
    outline: 2px solid var(--accent);
    outline-offset: 2px;
  }
  & label > span:not([aria-hidden]) {
    flex: 1;
    min-width: 6rem;
  }
  & .cap {
    display: block;
  }
  & b {
    margin-inline-start: auto;
    font-weight: 500;
  }
  & label > i {
    width: 20px;
    color: var(--accent);
  }
`
