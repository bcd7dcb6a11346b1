import { css } from 'goober'
import { link } from '../../../routing/hash-location.tsx'
import { t } from '../../../state/locale.ts'

/** Beside the title of a page about one coin: the way to choose another, in place of this page. */
export function OtherCoin({ way }: { way: 'in' | 'out' }) {
  return (
    <a class={other} href={link('selectCoin', { for: way })} data-replace>
      {t('wallet.in.other')}
    </a>
  )
}

const other = css`
  display: grid;
  place-items: center;
  min-height: 44px;
  padding: 0 4px;
  font-size: .9375rem;
  font-weight: 500;
`
