import { late } from './lazily.ts'

/** Specification section 9. */
const timeoutMs = 120_000
const again: Record<string, string> = {}

/**
 * What every `import()` is in the built app (build/preload-helper.ts). Older browsers remember by its URL that a file did
 * not come, and wait for one that hangs, so the next try asks for it under another URL.
 */
export async function bring(file: string) {
  try {
    return await Promise.race([
      import(/* @vite-ignore */ `/assets/${file}${again[file] ?? ''}`),
      late(timeoutMs),
    ])
  } catch (error) {
    again[file] = `${again[file] ?? '?r='}1`
    throw error
  }
}
