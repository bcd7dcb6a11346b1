import { expect, test } from 'vitest'
import { securityLetter } from './security.ts'

const seen = { device: 'Chrome · Android', ip: '192.0.2.1', at: new Date('2026-11-23T13:40:59Z') }

test.each(['zh', 'en'] as const)(
  'no name in a letter turns text around or begins a line of ours (%s)',
  lang => {
    const detail = 'Mine\u2028\u2029Nothing to do. \u202e\u2066\u200b · ERC20 · 0x12ab…34cd'
    const letter = securityLetter({ to: 'lin@mail.test', lang, event: 'addressSaved', detail, ...seen })
    for (const body of [letter.text, letter.html]) {
      expect(body).toContain('Mine  Nothing to do.     · ERC20 · 0x12ab…34cd')
      expect(body).not.toMatch(/[\p{Cf}\p{Zl}\p{Zp}]/u)
    }
  },
)
