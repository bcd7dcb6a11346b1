import { found, Refusal } from '../refusal.ts'
import { type CardDesk, type CardView, refuseOver } from './cards.ts'
import type { OrderDesk } from './orders.ts'
import type { Card, Rows } from './rows.ts'

const codeTries = 5
const codeWindowMs = 3600_000
const pinTries = 3

interface Desk {
  rows: Rows
  cards: CardDesk
  orders: OrderDesk
}

/** What a person does with a card in hand. Every call runs inside one write of the store. */
export function plasticDesk(desk: Desk) {
  return {
    activate: (id: string, code: string) => activate(desk, id, code),
    setPin: (id: string, pin: string) => setPin(desk, id, pin),
  }
}

/** Takes the code of the letter, however often; a no is returned, not thrown, for the try is remembered. */
function activate({ rows, cards, orders }: Desk, id: string, code: string): CardView | Refusal {
  const card = found(rows.cards.get(id), 'card')
  refuseOver(card)
  const sent = orders.letterOf(id)?.activationCode
  if (!sent) throw new Refusal(422, 'nothing_to_activate', 'There is no letter with a code for this card.')
  const tries = (card.wrongCodesAt ?? []).filter(at => at > Date.now() - codeWindowMs)
  if (tries.length >= codeTries) {
    return new Refusal(422, 'activation_blocked', 'Too many wrong codes. Try again in an hour.')
  }
  if (sent !== code) {
    rows.cards.put(id, { ...card, wrongCodesAt: [...tries, Date.now()] })
    return new Refusal(422, 'activation_code_wrong', 'This is not the code on the letter.')
  }
  const activated = { ...withNext(card), isActivated: true, wrongCodesAt: [] }
  rows.cards.put(id, activated)
  return cards.view(activated)
}

/** The card as its new plastic has it, where there is one. */
export function withNext({ next, ...card }: Card): Card {
  return { ...card, ...next }
}

/** Sets the PIN of a physical card, which unblocks it too. */
function setPin({ rows, cards }: Desk, id: string, pin: string): CardView {
  const card = found(rows.cards.get(id), 'card')
  refuseOver(card)
  if (card.form !== 'physical') throw new Refusal(422, 'pin_not_used', 'A virtual card has no PIN.')
  if (isPattern(pin)) throw new Refusal(422, 'pin_weak', 'This PIN is too easy to guess.')
  rows.cards.put(id, { ...card, pin, wrongPins: 0 })
  return cards.view(card)
}

/** True after three PINs typed wrong one after another. */
export function isPinBlocked({ wrongPins = 0 }: Card): boolean {
  return wrongPins >= pinTries
}

/** All digits equal, or each one more or one less than the one before. */
function isPattern(pin: string): boolean {
  const steps = [...pin].slice(1).map((digit, place) => Number(digit) - Number(pin[place]))
  return [0, 1, -1].some(step => steps.every(each => each === step))
}
