import type { Card, CardType } from '../../../../contract/card.ts'
import { CardNetwork } from '../../../display/card-network.tsx'
import { t } from '../../../state/locale.ts'
import { CardFace } from '../../../ui/card-face.tsx'
import { dots } from '../../../ui/dots.ts'
import { glazeName } from '../../../ui/glaze-name.ts'
import { kindName } from '../../../ui/kind-name.ts'

/** A card of the customer as its face, masked unless details are given. */
export function CardTile({
  card,
  number,
  expiry,
}: {
  card: Card
  number?: string | undefined
  expiry?: string | undefined
}) {
  return (
    <CardFace
      face={card.face}
      name={card.nickname ?? glazeName(card.cardTypeName)}
      form={card.type}
      material={card.material}
      network={<CardNetwork of={card.organization} />}
      last4={card.last4}
      holder={card.cardHolder}
      {...(number && { number })}
      {...(expiry && { expiry })}
      state={card.status === 'active' ? null : t(`cardState.${card.status}`)}
    />
  )
}

/** A kind of card as the face it will have. */
export function KindTile({
  kind,
  holder,
  name,
}: {
  kind: CardType
  holder?: string | undefined
  name?: string | undefined
}) {
  return (
    <CardFace
      face={kind.face}
      name={name || glazeName(kind.name)}
      form={kind.type}
      material={kind.material}
      network={<CardNetwork of={kind.organization} />}
      number="&#160;"
      {...(holder && { holder })}
    />
  )
}

/** One line that names a card: its name and last digits. */
export function cardTitle(card: Card): string {
  return dots(card.nickname ?? kindName(card.cardTypeName), card.last4)
}
