import { currency, language } from '../../../../state/locale.ts'
import { isTelegram, platform, supports } from '../../../../telegram/telegram.ts'

/** As many answers as tell what happened before somebody wrote to us. */
const answersMax = 20
const lengthMax = 4000
const telegramVersions = ['8.0', '7.7', '6.9', '6.0']

/**
 * What support needs to know of this device, as text in lines: just what is shown and sent. It has nothing of a person or
 * their money: addresses of calls are without what was asked of them, and what stands in a path for one thing is left out.
 */
export function diagnostic(): string {
  return [...device(), 'answers, newest first:', ...answers()].join('\n').slice(0, lengthMax)
}

function device(): string[] {
  const { innerWidth, innerHeight, devicePixelRatio, navigator } = window
  const { theme } = document.documentElement.dataset
  const { effectiveType, rtt } = (navigator as { connection?: { effectiveType?: string; rtt?: number } })
    .connection ?? { effectiveType: '', rtt: undefined }
  return [
    `app ${__VERSION__} ${language.value} ${currency.value}`,
    `in ${isTelegram() ? `Telegram ${platform()} ${telegramVersions.find(supports) ?? ''}` : 'a browser'}`,
    `screen ${innerWidth}x${innerHeight} @${devicePixelRatio} text ${textSize()} ${theme ?? ''}`,
    `network ${navigator.onLine ? 'on' : 'off'} ${effectiveType ?? ''} ${rtt === undefined ? '' : `${rtt} ms`}`,
    `storage ${hasStorage() ? 'kept' : 'blocked'}, worker ${navigator.serviceWorker?.controller ? 'on' : 'off'}`,
    `time ${new Date().toISOString()} ${Intl.DateTimeFormat().resolvedOptions().timeZone}`,
    `agent ${navigator.userAgent.slice(0, 300)}`,
  ].map(line => line.trim())
}

function textSize(): string {
  return getComputedStyle(document.documentElement).fontSize
}

function hasStorage(): boolean {
  try {
    return localStorage.length >= 0
  } catch {
    return false
  }
}

/** What a browser remembers of its requests to us; a refusal is told by the server beside its answer (`Server-Timing`). */
interface Answered extends PerformanceResourceTiming {
  responseStatus: number
}

function answers(): string[] {
  const all = performance.getEntriesByType('resource') as Answered[]
  return all
    .map(answer => ({ ...said(answer), path: pathOf(answer.name) }))
    .filter(({ path }) => path.startsWith('/api/'))
    .slice(-answersMax)
    .reverse()
    .map(({ at, path, status, refusal, took }) => `${at} ${path} ${status} ${refusal} ${took} ms`)
}

function said({ startTime, duration, responseStatus, serverTiming = [] }: Answered) {
  return {
    at: new Date(performance.timeOrigin + startTime).toISOString().slice(11, 19),
    status: responseStatus ?? '?',
    refusal: serverTiming.find(({ name }) => name === 'refusal')?.description ?? '-',
    took: Math.round(duration),
  }
}

/** The path alone, with what names one thing in it left out. */
function pathOf(url: string): string {
  return new URL(url, location.href).pathname
    .split('/')
    .map(part => (/[\da-f]{8}-|0x|\d{6,}|@|%/i.test(part) ? '…' : part.slice(0, 40)))
    .join('/')
}
