const again: Record<string, string> = {}

/**
 * What every `import()` is in the built app (build/preload-helper.ts). Older browsers remember by its URL that a file did
 * not come, so the next try asks for it under another URL.
 */
export async function bring(file: string) {
  try {
    return await import(/* @vite-ignore */ `/assets/${file}${again[file] ?? ''}`)
  } catch (error) {
    again[file] = `${again[file] ?? '?r='}1`
    throw error
  }
}
