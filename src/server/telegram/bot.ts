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

/** What we need of Telegram to write to a customer. */
export interface Bot {
  /** Rejects when nobody answers or the answer makes no sense: it may have been sent then, and sending again is fine. */
  send(message: BotMessage): Promise<BotAnswer>
}
