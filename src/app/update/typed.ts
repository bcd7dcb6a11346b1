/** What stands in the fields of a page, by their names. */
type Typed = Record<string, string>

const name = 'typed'

/** Keeps what was typed over a reload of this page; never a password, shown or not. */
export function keepTyped() {
  const fields = document.querySelectorAll<HTMLInputElement>(
    'input[name]:not([data-secret],[type=password],[type=file]),textarea[name],select[name]',
  )
  const typed = Object.fromEntries([...fields].map(field => [field.name, field.value]))
  try {
    sessionStorage.setItem(name, JSON.stringify({ entry: history.state?.k, typed }))
  } catch {
    // Nothing is kept.
  }
}

/** What was kept for this page. It is given out once; later visits begin afresh. */
export function takeTyped(): Typed {
  try {
    const { entry, typed } = JSON.parse(sessionStorage.getItem(name) ?? '{}')
    sessionStorage.removeItem(name)
    return entry !== undefined && entry === history.state?.k ? typed : {}
  } catch {
    return {}
  }
}
