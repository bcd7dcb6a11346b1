/** A message of our bot to one person. */
export interface BotMessage {
  /** The Telegram user, who is the chat with them as well. */
  chatId: bigint
  /** Plain text: nothing in it is read as markup. Beyond 4,000 UTF-16 units it is cut off. */
  text: string
  /** Opens the app at a place; left out where the address is not `https:`, which Telegram does not open. */
  button: { text: string; url: string }
}

/**
 * What became of it: sent; `busy` when we are to wait, and how long; `forbidden` when this person has blocked our bot or
 * never began to talk with it, which only they can change.
 */
export type BotAnswer = { outcome: 'sent' } | { outcome: 'busy'; waitMs: number } | { outcome: 'forbidden' }

/** A message that one person is to send on from the app, to whom they choose there. */
export interface BotInvitation {
  /** The Telegram user who sends it. */
  userId: bigint
  title: string
  text: string
  /** Whose preview is shown with it. */
  link: string
  /** Opens a link of Telegram's, such as one into the app. */
  button: { text: string; url: string }
}

/** Prepared, under a name that the client of that person knows for a while; `forbidden` when Telegram does not know them. */
export type BotPrepared = { outcome: 'prepared'; id: string } | Exclude<BotAnswer, { outcome: 'sent' }>

/** What we need of Telegram to write to a customer. */
export interface Bot {
  /** Rejects when nobody answers or the answer makes no sense: it may have been sent then, and sending again is fine. */
  send(message: BotMessage): Promise<BotAnswer>
  /** Rejects when nobody answers or the answer makes no sense. What is prepared twice is sent once at the most. */
  prepare(invitation: BotInvitation): Promise<BotPrepared>
}
