// How parts of the app that come later are loaded: several tries.

const pauses = [300, 1_500, 0]

/** Tries again after a moment, and once more; `bring` asks under another URL each time. */
export async function tryOften<Module>(name: string, load: () => Promise<Module>): Promise<Module> {
  for (const pause of pauses) {
    try {
      return await load()
    } catch {
      await new Promise(resolve => setTimeout(resolve, pause))
    }
  }
  throw new Error(name)
}

/** Rejects, with an error, when so much time has passed: what is raced with it did not come. */
export function late(ms: number): Promise<never> {
  return new Promise((_, reject) => setTimeout(() => reject(new Error('late')), ms))
}
