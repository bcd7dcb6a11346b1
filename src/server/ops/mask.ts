/** An address as operators need it: enough to recognise, not enough to write to or to search the web for. */
export function maskEmail(email: string | null): string {
  if (email === null) return '(deleted)'
  const at = email.lastIndexOf('@')
  const local = email.slice(0, at)
  return `${local.slice(0, local.length > 4 ? 2 : 1)}***${email.slice(at)}`
}

/** A row about a customer, the address masked: their id beside it finds them (`ops users show`). */
export function masked<Row extends { email: string | null }>(row: Row): Row {
  return { ...row, email: maskEmail(row.email) }
}

/** The end of a number or name, and how much is hidden. */
export function maskText(text: string | null, shown = 2): string {
  if (text === null || text === '') return ''
  return text.length <= shown
    ? '*'.repeat(text.length)
    : `${'*'.repeat(text.length - shown)}${text.slice(text.length - shown)}`
}
