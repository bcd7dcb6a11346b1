/** Whether a fund PIN is one of those that are tried first. It is said, never forbidden (decision D8). */
export function isWeakPin(pin: string): boolean {
  const steps = new Set(
    [...pin].slice(1).map((letter, index) => letter.charCodeAt(0) - pin.charCodeAt(index)),
  )
  const [step] = steps
  const isRun = steps.size === 1 && step !== undefined && Math.abs(step) <= 1
  return isRun || /^(.{1,3})\1+$/.test(pin)
}
