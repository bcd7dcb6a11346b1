// What the first page of activation hands to the second: in memory only, gone with a reload.

let ticket: { cardId: string; activationTicket: string } | null = null

export function keepTicket(given: { cardId: string; activationTicket: string }) {
  ticket = given
}

export function ticketOf(cardId: string): string | null {
  return ticket?.cardId === cardId ? ticket.activationTicket : null
}

export function dropTicket() {
  ticket = null
}
