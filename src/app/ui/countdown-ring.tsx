import { useEffect, useRef, useState } from 'react'
import { t } from '../state/locale.ts'

export interface CountdownRingProps {
  seconds: number
  /** What a full ring stands for, when some of it is gone already. */
  of?: number
  onEnd: () => void
  size?: number
}

/** Seconds that run out, as a ring with the number inside. Counts from when it appears. */
export function CountdownRing({ seconds, of = seconds, onEnd, size = 44 }: CountdownRingProps) {
  const [left, setLeft] = useState(seconds)
  const end = useRef(onEnd)
  end.current = onEnd

  useEffect(() => {
    const endsAt = Date.now() + seconds * 1_000
    const timer = setInterval(() => {
      const rest = Math.max(0, Math.ceil((endsAt - Date.now()) / 1_000))
      setLeft(rest)
      if (rest > 0) return
      clearInterval(timer)
      end.current()
    }, 250)
    return () => clearInterval(timer)
  }, [seconds])

  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 44 44"
      role="timer"
      aria-label={t('countdown.left', { count: left })}
    >
      <circle cx="22" cy="22" r="19" fill="none" stroke="currentColor" opacity=".2" stroke-width="3" />
      <circle
        cx="22"
        cy="22"
        r="19"
        fill="none"
        stroke="currentColor"
        stroke-width="3"
        stroke-linecap="round"
        pathLength={1}
        stroke-dasharray={`${left / of} 1`}
        transform="rotate(-90 22 22)"
      />
      <text x="22" y="27" text-anchor="middle" font-size="14" fill="currentColor" stroke="none" class="num">
        {left}
      </text>
    </svg>
  )
}
