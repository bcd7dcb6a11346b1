import type { FastifyRequest } from 'fastify'
import { unknownDevice } from '../../contract/device.ts'
import type { Caller } from '../api/handler.ts'

/** What a request tells of its sender. */
export function callerOf(request: FastifyRequest): Caller {
  const languages = request.headers['accept-language']
  const asksLang = languages && (/^\s*en\b/i.test(languages) ? 'en' : 'zh')
  return {
    ip: request.ip,
    device: deviceOf(request.headers['user-agent'] ?? ''),
    origin: request.headers.origin,
    ...(asksLang && { asksLang }),
    lang: asksLang || 'zh',
  }
}

const systems: [RegExp, string][] = [
  [/Telegram-Android/i, 'Telegram · Android'],
  [/iPhone|iPad/i, 'iOS'],
  [/Android/i, 'Android'],
  [/Mac OS X/i, 'macOS'],
  [/Windows/i, 'Windows'],
  [/Linux/i, 'Linux'],
]

const browsers: [RegExp, string][] = [
  [/MicroMessenger/i, 'WeChat'],
  [/Edg\//, 'Edge'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]

/** Browser and system in a few words: `Chrome · Android`. */
function deviceOf(userAgent: string): string {
  const nameIn = (known: [RegExp, string][]) => known.find(([pattern]) => pattern.test(userAgent))?.[1]
  const names = [nameIn(browsers), nameIn(systems)].filter(name => name !== undefined)
  return names.length > 0 ? names.join(' · ') : unknownDevice
}
