import type { ComponentChildren } from 'preact'
import type { CardType } from '../../../../../contract/card.ts'
import { Loaded } from '../../../../loading/loaded.tsx'
import type { Load } from '../../../../loading/use-load.ts'
import { link } from '../../../../routing/hash-location.tsx'
import { t } from '../../../../state/locale.ts'
import { Button } from '../../../../ui/button.tsx'
import { Empty } from '../../../../ui/states.tsx'

/** A kind of card that was loaded; when there is none of that name, the way to those there are. */
export function LoadedKind({ of, children }: { of: Load<CardType>; children?: () => ComponentChildren }) {
  if (!of.refusal) return <Loaded of={of}>{() => children?.() ?? null}</Loaded>
  return (
    <Empty icon="ban" text={of.refusal}>
      <Button kind="plain" href={link('cardTypeList')}>
        {t('card.types')}
      </Button>
    </Empty>
  )
}
