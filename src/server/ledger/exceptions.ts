/** Thrown when an account has less available than would be taken. Nothing was written; the transaction goes on. */
export class Overdrawn extends Error {
  /** The account that has too little. */
  readonly accountId: string

  constructor(accountId: string) {
    super(`account ${accountId} has too little available`)
    this.name = 'Overdrawn'
    this.accountId = accountId
  }
}

/** Thrown when an idempotency key was used before with other content. Nothing was written; the transaction goes on. */
export class KeyReused extends Error {
  readonly idempotencyKey: string

  constructor(idempotencyKey: string) {
    super(`key ${idempotencyKey} was used before with other content`)
    this.name = 'KeyReused'
    this.idempotencyKey = idempotencyKey
  }
}

/** Thrown when a hold that is captured or increased is no longer open. Nothing was written; the transaction goes on. */
export class HoldClosed extends Error {
  readonly holdId: string

  constructor(holdId: string) {
    super(`hold ${holdId} is closed`)
    this.name = 'HoldClosed'
    this.holdId = holdId
  }
}

/** Thrown when a transfer has a reversal under another key. Nothing was written; the transaction goes on. */
export class AlreadyReversed extends Error {
  /** The reversal that is there. */
  readonly transferId: string

  constructor(transferId: string) {
    super(`transfer ${transferId} has already reversed it`)
    this.name = 'AlreadyReversed'
    this.transferId = transferId
  }
}
