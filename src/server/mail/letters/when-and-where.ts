import { unknownDevice } from '../../../contract/device.ts'

/** The line of a letter that says when, on what device and from where something was done. */
export function whenAndWhere(
  { device, ip, at }: { device: string; ip: string; at: Date },
  lang: 'zh' | 'en',
): string {
  const isKnown = device !== unknownDevice
  return lang === 'zh'
    ? `时间：${minuteOf(at)}；设备：${isKnown ? device : '未知设备'}；IP：${ip}`
    : `Time: ${minuteOf(at)}; device: ${isKnown ? device : 'unknown'}; IP: ${ip}`
}

/** A minute as letters say it: `2026-11-23 13:40 UTC`. */
export function minuteOf(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`
}
