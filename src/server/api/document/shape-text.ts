/** As much of a JSON schema as the contract makes use of. */
export interface Shape {
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: Shape[]
  format?: string
  contentMediaType?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  items?: Shape
  maxItems?: number
  prefixItems?: Shape[]
  properties?: Record<string, Shape>
  required?: string[]
  additionalProperties?: boolean | Shape
}

/**
 * A JSON schema as a person reads it, in the notation of TypeScript's types. What limits a text or a number comes after
 * its type: `string (1 to 32 characters)`, `integer (0 to 9)`, `string like ^\d{6}$`; `amount` is a decimal string.
 */
export function shapeText(shape: Shape, indent = ''): string {
  if ('const' in shape) return JSON.stringify(shape.const)
  if (shape.enum) return shape.enum.map(value => JSON.stringify(value)).join(' | ')
  if (shape.anyOf) return shape.anyOf.map(part => shapeText(part, indent)).join(' | ')
  if (shape.prefixItems) return `[${shape.prefixItems.map(part => shapeText(part, indent)).join(', ')}]`
  if (shape.items) return listText(shape, shape.items, indent)
  if (shape.type === 'object') return objectText(shape, indent)
  if (shape.type === 'string') return stringText(shape)
  const { type = 'anything' } = shape
  return `${Array.isArray(type) ? type.join(' | ') : type}${between(shape.minimum, shape.maximum)}`
}

function listText({ maxItems }: Shape, items: Shape, indent: string): string {
  const text = shapeText(items, indent)
  const isEither = items.enum ?? items.anyOf ?? Array.isArray(items.type)
  return `${isEither ? `(${text})` : text}[]${between(undefined, maxItems, ' entries')}`
}

function objectText(
  { properties, required = [], additionalProperties: others }: Shape,
  indent: string,
): string {
  const inner = `${indent}  `
  const lines = Object.entries(properties ?? {}).map(
    ([name, shape]) => `${inner}${name}${required.includes(name) ? '' : '?'}: ${shapeText(shape, inner)}\n`,
  )
  if (typeof others === 'object') lines.push(`${inner}[name]: ${shapeText(others, inner)}\n`)
  return lines.length === 0 ? '{}' : `{\n${lines.join('')}${indent}}`
}

function stringText({ format, contentMediaType, pattern, minLength, maxLength }: Shape): string {
  if (contentMediaType) return 'file'
  if (format) return format === 'decimal' ? 'amount' : format
  return `string${between(minLength, maxLength, ' characters')}${pattern ? ` like ${pattern}` : ''}`
}

function between(least?: number, most?: number, what = ''): string {
  const low = least === undefined || least <= Number.MIN_SAFE_INTEGER ? null : least
  const high = most === undefined || most >= Number.MAX_SAFE_INTEGER ? null : most
  if (low === null && high === null) return ''
  if (high === null) return ` (${low} or more${what})`
  return low === null ? ` (at most ${high}${what})` : ` (${low === high ? low : `${low} to ${high}`}${what})`
}
