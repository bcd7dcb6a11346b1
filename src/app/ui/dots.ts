export const dot = '\u00a0·\u00a0'

/** What is told in one line, with dots between; none of them begins or ends a line. */
export function dots(...parts: (string | false | null | undefined)[]): string {
  return parts.filter(Boolean).join(dot)
}
