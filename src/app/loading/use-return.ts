import { useEffect } from 'preact/hooks'
import { isSeen } from '../seen.ts'

/** Reads again when one comes back to the app, or the phone to its network. */
export function useReturn(read: () => unknown) {
  useEffect(() => {
    const renew = () => isSeen.peek() && read()
    let wasSeen = true
    const lookAway = isSeen.subscribe(isNow => {
      if (!wasSeen) renew()
      wasSeen = isNow
    })
    addEventListener('online', renew)
    return () => {
      removeEventListener('online', renew)
      lookAway()
    }
  }, [read])
}
