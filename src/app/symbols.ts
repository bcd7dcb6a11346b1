/** One stroke of an icon: its element and its attributes. */
export type Shape = [tag: string, attributes: Record<string, string>]
/** An icon: its name and its strokes. */
export type Drawn = [name: string, ...shapes: Shape[]]

/** Puts icons as symbols into a drawing that is not seen, for `Icon` to use. Made of elements: no markup is parsed. */
export function draw(icons: Drawn[]): void {
  const symbols = icons.map(([name, ...shapes]) =>
    element(
      'symbol',
      { id: `i-${name}`, viewBox: '0 0 24 24' },
      shapes.map(([tag, attributes]) => element(tag, attributes)),
    ),
  )
  const hidden = { width: '0', height: '0', style: 'position:absolute', 'aria-hidden': 'true' }
  document.body.prepend(element('svg', hidden, symbols))
}

function element(tag: string, attributes: Record<string, string>, parts: Element[] = []): Element {
  const made = document.createElementNS('http://www.w3.org/2000/svg', tag)
  for (const name in attributes) made.setAttribute(name, attributes[name] as string)
  made.append(...parts)
  return made
}
