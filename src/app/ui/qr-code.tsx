import { useEffect, useState } from 'react'
import { tryOften } from '../chunks/lazily.ts'

/** A QR code, drawn here. The module that encodes it is loaded when the first one is shown. */
export function QrCode({ text, label, size = 200 }: { text: string; label: string; size?: number }) {
  const [cells, setCells] = useState<boolean[][] | null>(null)

  useEffect(() => {
    let isWanted = true
    tryOften('uqr', () => import('uqr').then(({ encode }) => encode)).then(
      encode => isWanted && setCells(encode(text, { ecc: 'M', border: 2 }).data),
      // What it says stands beside it in words.
      () => {},
    )
    return () => {
      isWanted = false
    }
  }, [text])

  const across = cells?.length ?? 1
  return (
    <svg
      role="img"
      aria-label={label}
      width={size}
      height={size}
      viewBox={`0 0 ${across} ${across}`}
      shape-rendering="crispEdges"
      style="background:#fff;border-radius:16px;display:block"
    >
      <path fill="#16181a" stroke="none" d={cells ? pathOf(cells) : ''} />
    </svg>
  )
}

function pathOf(cells: boolean[][]): string {
  return cells.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
}
