/**
 * Whether a secret is one of those that are tried first: a run (`123456`, `fedcba`), a part said again and again
 * (`12341234`), or either of them doubled (`112233`) or mirrored (`123321`). It says nothing about words.
 */
export function isPattern(secret: string): boolean {
  const letters = [...secret]
  if (isPlain(letters)) return true
  const isDoubled =
    letters.length % 2 === 0 && letters.every((letter, at) => letter === letters[at - (at % 2)])
  if (isDoubled && isPlain(letters.filter((_, at) => at % 2 === 0))) return true
  const isMirrored = letters.every((letter, at) => letter === letters.at(-1 - at))
  return isMirrored && isPlain(letters.slice(0, Math.ceil(letters.length / 2)))
}

function isPlain(letters: readonly string[]): boolean {
  return isRun(letters) || /^(.+)\1+$/su.test(letters.join(''))
}

function isRun(letters: readonly string[]): boolean {
  const codes = letters.map(letter => letter.codePointAt(0) ?? 0)
  const steps = new Set(codes.slice(1).map((code, at) => code - (codes[at] ?? 0)))
  const [step] = steps
  return steps.size === 1 && step !== undefined && Math.abs(step) <= 1
}
