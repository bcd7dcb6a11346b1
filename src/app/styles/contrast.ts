// What is written or drawn on what. Names are those of tokens.css; the test beside holds every pair to WCAG AA in both
// themes, and every rule of the app to this list.

interface Pair {
  ink: string
  on: readonly string[]
}

const grounds = ['bg', 'surface', 'raised', 'sunken'] as const
const softs = ['accent-soft', 'pos-soft', 'neg-soft', 'warn-soft', 'info-soft'] as const

/** Words of any size: 4.5 to 1. */
export const texts: readonly Pair[] = [
  { ink: 'text', on: [...grounds, ...softs] },
  { ink: 'text-2', on: [...grounds, ...softs] },
  { ink: 'text-3', on: grounds },
  { ink: 'accent', on: [...grounds, 'accent-soft'] },
  { ink: 'pos', on: [...grounds, 'pos-soft'] },
  { ink: 'neg', on: [...grounds, 'neg-soft'] },
  { ink: 'warn', on: [...grounds, 'warn-soft'] },
  { ink: 'info', on: [...grounds, 'info-soft'] },
  { ink: 'seal', on: grounds },
  { ink: 'on-ink', on: ['ink', 'seal', 'neg'] },
  { ink: 'ink', on: ['on-ink'] },
  { ink: 'on-accent', on: ['accent'] },
]

/** Borders of fields, rings of focus, knobs, bars and dots: 3 to 1 against what is beside them. */
export const shapes: readonly Pair[] = [
  { ink: 'line-strong', on: grounds },
  { ink: 'ink', on: grounds },
  { ink: 'accent', on: [...grounds, 'accent-soft'] },
  { ink: 'neg', on: grounds },
  { ink: 'seal', on: grounds },
  { ink: 'surface', on: ['line-strong', 'accent'] },
]

/** Lines between things, which nobody has to see to understand or use them. */
export const decorative: readonly string[] = ['line']

/** What cannot be pressed now is faded as a whole. AA asks nothing of it; here its words keep 3 to 1. */
export const faded = {
  least: 0.65,
  pairs: [
    { ink: 'text', on: ['bg', 'surface'] },
    { ink: 'accent', on: ['bg', 'surface'] },
    { ink: 'on-ink', on: ['ink'] },
    { ink: 'neg', on: ['neg-soft'] },
  ] as readonly Pair[],
}
