// What is left of goober in the built app (build/critical.ts): its templates are compiled to rules at build, since to
// compile and append them one by one took a slow phone 80 ms whenever it opened its first page.

let count = 0
let waiting = ''

/** The name of a class with these rules, in which `&` stands for it. All of a chunk reach the page in one sheet. */
export function rule(rules: string): string {
  const name = `r${(count++).toString(36)}`
  if (!waiting) queueMicrotask(flush)
  waiting += rules.replaceAll('&', `.${name}`)
  return name
}

function flush() {
  const sheet = document.createElement('style')
  sheet.textContent = waiting
  document.head.append(sheet)
  waiting = ''
}
