import { useEffect, useRef, useState } from 'react'
import { type Deposit, keyed } from './use-deposits.ts'

/** Deposits that were credited while the page was open, and how to put them away. */
export function useArrivals(list: readonly Deposit[] | undefined): [Deposit[], () => void] {
  const credited = useRef<Set<string> | null>(null)
  const [arrived, setArrived] = useState<Deposit[]>([])

  useEffect(() => {
    if (!list) return
    const now = keyed(list).filter(({ deposit }) => /credited|lost|found/.test(deposit.status))
    const before = credited.current
    credited.current = new Set(now.map(({ key }) => key))
    const fresh = before ? now.filter(({ key }) => !before.has(key)).map(({ deposit }) => deposit) : []
    if (fresh.length > 0) setArrived(last => [...fresh, ...last])
  }, [list])

  return [arrived, () => setArrived([])]
}
