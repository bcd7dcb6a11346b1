import { link } from '../../../../routing/hash-location.tsx'
import { t } from '../../../../state/locale.ts'

/** What is agreed to by going on, with the texts. */
export function Terms() {
  return (
    <p class="cap">
      {t('card.terms.before')}
      <a href={link('info', { key: 'card' })}>{t('card.terms.card')}</a>
      {t('card.terms.and')}
      <a href={link('info', { key: 'fees' })}>{t('card.terms.fees')}</a>
      {t('card.terms.after')}
    </p>
  )
}
