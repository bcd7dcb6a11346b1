/** A browser that may be written to, as it names itself; the keys in base64url. */
export interface Subscription {
  endpoint: string
  p256dh: string
  auth: string
}

/** Something a browser is to show. */
export interface Push {
  to: Subscription
  /** What its service worker gets, sealed for it alone. Beyond 3,000 bytes services refuse it. */
  payload: string
  /** How long a service keeps it for a browser that is not there. */
  ttlSeconds: number
  /** What is `high` wakes a phone that sleeps. */
  urgency: 'low' | 'normal' | 'high'
  /** What waits for the browser under the same topic is replaced by it: 32 letters and digits at most. */
  topic: string
}

/** What became of it: taken on; `busy` when we are to wait, and how long; `gone` when that browser is not there any more. */
export type PushAnswer = { outcome: 'sent' } | { outcome: 'busy'; waitMs: number } | { outcome: 'gone' }

/** What we need of push services (RFC 8030), each of which belongs to a browser's maker. */
export interface Pusher {
  /** Names us to them (RFC 8292), in base64url: who subscribes for this key gets nothing from anybody else. */
  publicKey: string
  /** Rejects when nobody answers or the answer makes no sense: it may have been taken then, and sending again is fine. */
  send(push: Push): Promise<PushAnswer>
}
