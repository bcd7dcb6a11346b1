import { useEffect } from 'preact/hooks'

/** Reads again when one comes back to the app, or the phone to its network. */
export function useReturn(read: () => unknown) {
  useEffect(() => {
    const renew = () => !document.hidden && read()
    addEventListener('online', renew)
    document.addEventListener('visibilitychange', renew)
    return () => {
      removeEventListener('online', renew)
      document.removeEventListener('visibilitychange', renew)
    }
  }, [read])
}
