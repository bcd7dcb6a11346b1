import type { Output } from '../../../../../contract/call.ts'
import type { cardLimit } from '../../../../../contract/card-control.ts'
import { link } from '../../../../routing/hash-location.tsx'
import { t } from '../../../../state/locale.ts'
import { Notice } from '../../../../ui/notice.tsx'
import { isMore } from '../reckon.ts'

export type Limit = Output<typeof cardLimit>[number]

/** Whether the kind of the card allows no more. */
export function isAtMost({ own, most }: Limit): boolean {
  return own === null || !isMore(most, own)
}

/** What cannot be raised, and where the kinds of card that allow more are. */
export function AtMost({ text }: { text: string }) {
  return <Notice tone="info" text={text} action={<a href={link('cardTypeList')}>{t('card.mend.types')}</a>} />
}
