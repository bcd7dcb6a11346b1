/** What lies on the clipboard; null when it may not be read, cannot be read here, or is empty. */
export async function clipboardText(): Promise<string | null> {
  const text = await navigator.clipboard?.readText?.().catch(() => null)
  return text || null
}
