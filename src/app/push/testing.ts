import { vi } from 'vitest'

/** For tests: a browser that can show notifications, and a person who answers so when it asks. */
export function beginWithPush({
  permission = 'default' as NotificationPermission,
  answer = 'granted' as NotificationPermission,
  isReachable = true,
} = {}) {
  let place = 0
  let asked = 0
  let current: ReturnType<typeof subscription> | null = null
  const manager = {
    getSubscription: async () => current,
    subscribe: async ({ applicationServerKey }: { applicationServerKey: Uint8Array<ArrayBuffer> }) => {
      if (!isReachable) throw new DOMException('no push service', 'AbortError')
      current = subscription(`https://push.example.com/${++place}`, applicationServerKey)
      return current
    },
  }
  function subscription(endpoint: string, key: Uint8Array<ArrayBuffer>) {
    return {
      endpoint,
      options: { applicationServerKey: key.buffer },
      toJSON: () => ({ endpoint, keys: { p256dh: 'B-key', auth: 'secret' } }),
      unsubscribe: async () => {
        current = null
      },
    }
  }
  const notification = {
    permission,
    async requestPermission() {
      asked += 1
      notification.permission = answer
      return answer
    },
  }
  vi.stubGlobal('Notification', notification)
  vi.stubGlobal('PushManager', class {})
  vi.stubGlobal('navigator', {
    ...navigator,
    userAgent: navigator.userAgent,
    serviceWorker: { ready: Promise.resolve({ pushManager: manager }) },
  })
  return {
    /** How often the person was asked. */
    asked: () => asked,
    /** The place where this browser is written to; null while it is not subscribed. */
    endpoint: () => current?.endpoint ?? null,
    permit: (next: NotificationPermission) => {
      notification.permission = next
    },
    /** The browser's maker moves it to another place. */
    move: () =>
      manager.subscribe({
        applicationServerKey: new Uint8Array(current?.options.applicationServerKey ?? []),
      }),
  }
}
