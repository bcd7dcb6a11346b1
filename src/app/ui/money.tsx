import { css } from 'goober'
import { hideAmounts, t } from '../state/locale.ts'
import { type Amount, amountText } from './amount-text.ts'

/**
 * The only component that prints an amount: hiding, sign, grouping, digits of equal width. It goes to the next line as one,
 * and its coin alone only where no line is long enough for both.
 */
export function Money({ approx = false, ...amount }: Omit<Amount, 'loose'> & { approx?: boolean }) {
  if (hideAmounts.value) {
    return (
      <span class={mask}>
        <span class="sr">{t('money.hidden')}</span>
      </span>
    )
  }
  const isIn = amount.sign && !amount.amount.startsWith('-') && /[1-9]/.test(amount.amount)
  return (
    <bdi
      class={isIn ? 'num pos' : 'num'}
    >{`${approx && amount.amount !== 'NAN' ? '≈\u00a0' : ''}${amountText({ ...amount, loose: true })}`}</bdi>
  )
}

// Dots drawn by CSS: the bullet of a Chinese font is as wide as a character, and the width must not tell the sum.
const mask = css`
  display: inline-block;
  width: 3.2em;
  height: .5em;
  vertical-align: .08em;
  background: radial-gradient(circle, currentColor .16em, transparent .18em) 0 50% / .64em .5em;
  opacity: .8;
`
