import { loadWords } from './state/locale.ts'

// How parts of the app that come later are loaded: several tries, and what every one of them needs.

const pauses = [0, 300, 1_500]
const failures = new Map<string, number>()

/** Browsers remember a failed `import()` by its URL: every later try asks for the file under another one. */
export async function tryOften<Module>(
  name: string,
  load: (attempt: number) => Promise<Module>,
): Promise<Module> {
  for (const pause of pauses) {
    await new Promise(resolve => setTimeout(resolve, pause))
    const failed = failures.get(name) ?? 0
    try {
      return await load(failed)
    } catch {
      failures.set(name, failed + 1)
    }
  }
  throw new Error('the page could not be loaded')
}

let sprite: Promise<void> | undefined

/** The words and icons that all of them share. */
export async function loadShared(): Promise<void> {
  sprite ??= import('virtual:sprite').then(({ default: symbols }) => {
    document.body.prepend(symbols)
  })
  sprite.catch(() => {
    sprite = undefined
  })
  await Promise.all([sprite, loadWords('forms')])
}
