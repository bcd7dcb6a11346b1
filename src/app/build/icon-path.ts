/** All shapes of a drawing as the outline of one path: one element for a phone to keep instead of up to six. */
export function pathOf(svg: string): string {
  const inside = svg.slice(svg.indexOf('>', svg.indexOf('<svg')))
  const shapes = [...inside.matchAll(/<(\w+) (.*?)\/>/gs)]
  return shapes.map(([, tag = '', attributes = '']) => outline(tag, valuesOf(attributes))).join('')
}

function valuesOf(attributes: string): Record<string, string> {
  const pairs = [...attributes.matchAll(/([\w-]+)="(.*?)"/g)]
  return Object.fromEntries(pairs.map(([, key, value]) => [key, value]))
}

function outline(tag: string, { d = '', points, ...sizes }: Record<string, string>): string {
  const at = (name: string) => Number(sizes[name] ?? 0)
  switch (tag) {
    case 'path':
      return fromTheCorner(d)
    case 'line':
      return `M${at('x1')} ${at('y1')}L${at('x2')} ${at('y2')}`
    case 'polyline':
      return `M${points}`
    case 'circle':
      return circle(at('cx'), at('cy'), at('r'))
    case 'rect':
      return rect({ x: at('x'), y: at('y'), width: at('width'), height: at('height'), r: at('rx') })
    default:
      throw new Error(`an icon is drawn with <${tag}>, which icon-path.ts cannot`)
  }
}

const start = /^m\s*(-?(?:\d+\.?\d*|\.\d+))[\s,]*(-?(?:\d+\.?\d*|\.\d+))\s*(?=([-.\d])?)/

/**
 * A path that starts with `m` starts from the corner; behind another one it would from where that ended. What follows
 * its first point without a letter of its own goes on as lines from there (SVG 2, section 9.3.3).
 */
function fromTheCorner(d: string): string {
  return d.replace(start, (_, x, y, next) => `M${x} ${y}${next ? 'l' : ''}`)
}

function circle(cx: number, cy: number, r: number): string {
  return `M${cx - r} ${cy}a${r} ${r} 0 0 1 ${2 * r} 0 ${r} ${r} 0 0 1-${2 * r} 0z`
}

interface Rect {
  x: number
  y: number
  width: number
  height: number
  /** Of its corners. */
  r: number
}

function rect({ x, y, width, height, r }: Rect): string {
  const [wide, high] = [width - 2 * r, height - 2 * r]
  const corner = (dx: number, dy: number) => (r ? `a${r} ${r} 0 0 1 ${dx} ${dy}` : '')
  const right = `M${x + r} ${y}h${wide}${corner(r, r)}`
  return `${right}v${high}${corner(-r, r)}h-${wide}${corner(-r, -r)}v-${high}${corner(r, -r)}z`
}
