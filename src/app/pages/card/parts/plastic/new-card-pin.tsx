import { css } from 'goober'
import { t } from '../../../../state/locale.ts'
import { Icon } from '../../../../ui/icon.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import { isGuessed, pinRules } from './card-pin.ts'
import { DigitBoxes } from './digit-boxes.tsx'

interface NewCardPinProps {
  pin: string
  again: string
  onPin: (pin: string) => void
  onAgain: (pin: string) => void
  onSubmit: () => void
}

/** A card PIN with its rules ticked while typing, and once more. */
export function NewCardPin({ pin, again, onPin, onAgain, onSubmit }: NewCardPinProps) {
  return (
    <form
      class={box}
      onSubmit={event => {
        event.preventDefault()
        onSubmit()
      }}
    >
      <DigitBoxes label={t('physical.pin.new')} length={4} value={pin} onInput={onPin} isSecret />
      <ul aria-label={t('physical.pin.rules')}>
        {(Object.keys(pinRules) as (keyof typeof pinRules)[]).map(name => {
          const isMet = pinRules[name](pin)
          return (
            <li key={name} data-met={isMet ? '' : undefined}>
              <Icon name={isMet ? 'circle-check' : 'info'} size={16} />
              <span>{t(`physical.pin.${name}`)}</span>
              <span class="sr">{t(isMet ? 'physical.pin.met' : 'physical.pin.unmet')}</span>
            </li>
          )
        })}
      </ul>
      <Notice tone="warn" text={isGuessed(pin) ? t('physical.pin.guessed') : null} />
      <DigitBoxes
        label={t('physical.pin.again')}
        length={4}
        value={again}
        onInput={onAgain}
        isSecret
        error={again.length === 4 && again !== pin ? t('physical.pin.differs') : null}
      />
      <button type="submit" class="sr" tabIndex={-1} aria-hidden="true" />
    </form>
  )
}

const box = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 12px;
  & ul {
    display: grid;
    gap: 4px;
    padding-bottom: 8px;
  }
  & li {
    display: flex;
    align-items: center;
    gap: 6px;
    font-size: .875rem;
    color: var(--text-3);
  }
  & li[data-met] {
    color: var(--pos);
  }
`
