import { useEffect, useRef, useState } from 'react'

export interface TimeLeftProps {
  seconds: number
  onEnd: () => void
}

/** What is left of it in minutes and seconds. It is a timer: screen readers read it when asked, and are not interrupted. */
export function TimeLeft({ seconds, onEnd }: TimeLeftProps) {
  const [left, setLeft] = useState(seconds)
  const end = useRef(onEnd)
  end.current = onEnd

  useEffect(() => {
    const endsAt = Date.now() + seconds * 1_000
    const show = () => {
      const rest = Math.max(0, Math.ceil((endsAt - Date.now()) / 1_000))
      setLeft(rest)
      if (rest > 0) return
      clearInterval(timer)
      end.current()
    }
    const timer = setInterval(show, 500)
    show()
    return () => clearInterval(timer)
  }, [seconds])

  return (
    <span class="num" role="timer">
      {Math.floor(left / 60)}:{String(left % 60).padStart(2, '0')}
    </span>
  )
}
