/** A letter ready to go. */
export interface Letter {
  /** The left part of its Message-ID. The same letter sent again has the same one: mailboxes show it once then. */
  id?: string
  to: string
  subject: string
  text: string
  html: string
}

/** What we need of any mail service. Rejects when the letter was surely or possibly not taken; sending again is fine. */
export interface Mailer {
  send(letter: Letter): Promise<void>
}
