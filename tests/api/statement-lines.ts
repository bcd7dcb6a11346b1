import { expect } from 'vitest'
import { exportBills, statement } from '../../src/contract/bill.ts'
import { type CardWorld, startCardWorld } from './cardholder.ts'
import type { TestCustomer } from './customer.ts'

export let tested: CardWorld

/** Opens the world: once for a file, before its tests. */
export async function begin() {
  tested = await startCardWorld()
}

export const zone = 'Asia/Shanghai'
/** Of the year around today: days from its first, at midnight. */
export const dayOfYear = (days: number) => {
  const today = new Date()
  return new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - 6, 1 + days)).toISOString()
}

export const everything = {
  zone,
  lang: 'zh',
  format: 'csv',
  startTime: dayOfYear(0),
  endTime: dayOfYear(365),
} as const

interface Line {
  kind: string
  account: string
  currency: string
  time: string
  zone: string
  what: string
  place: string
  reference: string
  amount: string
  balance: string
  note: string
}

export async function csvOf({ token }: TestCustomer, fields: Record<string, unknown> = {}) {
  const call = 'month' in fields ? statement : exportBills
  const { zone, lang, format } = everything
  const input = 'month' in fields ? { zone, lang, format, ...fields } : { ...everything, ...fields }
  const file = await tested.succeed(call, input, token)
  const text = Buffer.from(file.content, 'base64').toString()
  return { name: file.name, type: file.type, text, lines: linesOf(text) }
}

/** Reads CSV as RFC 4180 has it. */
function linesOf(text: string): Line[] {
  expect(text.startsWith('\uFEFF')).toBe(true)
  const rows = [
    ...text.slice(1).matchAll(/((?:"(?:[^"]|"")*"|[^,\r\n]*)(?:,(?:"(?:[^"]|"")*"|[^,\r\n]*))*)\r\n/g),
  ]
  expect(rows.map(([row]) => row).join('')).toBe(text.slice(1))
  const names = [
    'kind',
    'account',
    'currency',
    'time',
    'zone',
    'what',
    'place',
    'reference',
    'amount',
    'balance',
    'note',
  ]
  return rows.slice(1).map(([, row = '']) => {
    const cells = [...row.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)]
    const values = cells.map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '')
    expect(values).toHaveLength(names.length)
    return Object.fromEntries(names.map((name, index) => [name, values[index]])) as unknown as Line
  })
}

export function bytesOf({ content }: { content: string }): Uint8Array {
  return new Uint8Array(Buffer.from(content, 'base64'))
}
