import type { Store } from './store.ts'

/** What each part can do wrong, on request, for the next `count` occasions. */
export const faultKinds = {
  issuer: [
    'delay',
    'timeout_after_success',
    'error_before',
    'error_after',
    'reset_before',
    'reset_after',
    'garbled',
    'decline',
    'decline_purchase',
    'duplicate_webhook',
    'reorder_webhooks',
    'drop_webhook',
    'lose_webhook',
  ],
  chain: [
    'slow_blocks',
    'stop_blocks',
    'silent',
    'node_silent',
    'broadcast_timeout',
    'broadcast_lost',
    'broadcast_refused',
    'broadcast_duplicate',
    'receipt_withheld',
  ],
  mail: ['refuse', 'refuse_later', 'delay'],
  telegram: ['too_many', 'blocked', 'not_started', 'user_unknown', 'error', 'timeout_after_success'],
  push: ['too_many', 'error', 'gone', 'timeout_after_success'],
  rates: ['gap', 'jump', 'lie', 'stale', 'stop'],
} as const

export type FaultPart = keyof typeof faultKinds

/** A fault that waits for its occasions. `path` narrows issuer faults to calls that begin with it, `method` to those. */
export interface Fault {
  part: FaultPart
  kind: string
  count: number
  method?: 'GET' | 'POST' | undefined
  path?: string | undefined
  ms?: number | undefined
  value?: string | undefined
}

/** A call of the issuer that a fault may be meant for. */
interface Call {
  method: string
  url: string
}

export interface Faults {
  set(fault: Fault): void
  /** Whether a fault waits for this occasion. */
  waits(part: FaultPart, kind: string, call?: Call): boolean
  /** Uses up one occasion of a fault, if one waits. */
  take(part: FaultPart, kind: string, call?: Call): Fault | undefined
  list(): Fault[]
  clear(): void
}

/** Faults kept in a store, so that a restart of the sandbox does not heal it unasked. */
export function openFaults(store: Store): Faults {
  const rows = store.table<Fault>('faults')
  const keyOf = (fault: Fault) => `${fault.part}.${fault.kind}`

  function set(fault: Fault) {
    if (fault.count > 0) rows.put(keyOf(fault), fault)
    else rows.drop(keyOf(fault))
  }

  function waiting(part: FaultPart, kind: string, call?: Call): Fault | undefined {
    const fault = rows.get(`${part}.${kind}`)
    const isElsewhere = fault?.path !== undefined && !call?.url.startsWith(fault.path)
    const isOther = fault?.method !== undefined && call?.method !== fault.method
    return isElsewhere || isOther ? undefined : fault
  }

  return {
    set,
    waits: (...occasion) => waiting(...occasion) !== undefined,
    take(...occasion) {
      const fault = waiting(...occasion)
      if (fault) set({ ...fault, count: fault.count - 1 })
      return fault
    },
    list: () => rows.all(),
    clear: () => {
      for (const fault of rows.all()) rows.drop(keyOf(fault))
    },
  }
}
