import { afterEach, expect, test, vi } from 'vitest'
import { diagnostic } from './diagnostic.ts'

afterEach(() => vi.restoreAllMocks())

const id = '01990000-0000-7000-8000-00000000000a'

function answered(...paths: string[]) {
  const entries = paths.map((path, n) => ({
    name: new URL(path, location.href).href,
    startTime: n * 1000,
    duration: 12.6,
    responseStatus: 200,
    serverTiming: n === 0 ? [{ name: 'refusal', description: '1102' }] : [],
  }))
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue(entries as unknown as PerformanceEntry[])
}

test('names the app, the host, the screen and the clock', () => {
  answered()
  const lines = diagnostic().split('\n')
  expect(lines[0]).toMatch(/^app \S+ zh-CN USDT$/)
  expect(lines).toContain('in a browser')
  expect(lines.some(line => /^screen \d+x\d+ @\d/.test(line))).toBe(true)
  expect(lines.some(line => /^time \d{4}-.*Z \S+/.test(line))).toBe(true)
})

test('tells the latest answers first, with what was refused, and without files', () => {
  answered('/api/customer/card/freeze', '/assets/app.js', '/api/common/param')
  const [newest, older, ...rest] = diagnostic().split('newest first:\n')[1]?.split('\n') ?? []
  expect(newest).toMatch(/^\d\d:\d\d:\d\d \/api\/common\/param 200 - 13 ms$/)
  expect(older).toMatch(/ \/api\/customer\/card\/freeze 200 1102 13 ms$/)
  expect(rest).toEqual([])
})

test('has nothing of what was asked, and of nothing what names it', () => {
  const address = `0x${'a1'.repeat(20)}`
  answered(`/api/a/${id}/b`, `/api/q?address=${address}&mail=a@b.cc`, `/api/x/${address}`, '/api/m/a%40b.cc')
  const text = diagnostic()
  expect(text).toContain('/api/a/…/b 200')
  expect(text).toContain('/api/q 200')
  for (const secret of [id, address, 'a@b.cc', 'a%40b']) expect(text).not.toContain(secret)
})

test('has an end, whatever was asked', () => {
  answered(...Array.from({ length: 500 }, (_, n) => `/api/${'long/'.repeat(90)}${n}`))
  expect(diagnostic().length).toBe(4000)
})
