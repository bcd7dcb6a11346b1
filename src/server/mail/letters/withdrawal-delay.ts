import type { DelayHours } from '../../../contract/delay.ts'
import { minuteOf } from './when-and-where.ts'

/** The sentence of a letter about a withdrawal that waits by its customer's choice. */
export function sentAfter(hours: DelayHours, lang: 'zh' | 'en'): string {
  return lang === 'zh'
    ? `您设置了提现等待：${hours} 小时后才会转出，此前可以在这笔提现的页面撤回。`
    : `By the withdrawal delay you chose it is sent after ${hoursIn(hours)}. Until then you can cancel it on its page.`
}

/** The sentence of a letter about a wait that every withdrawal has from now on. */
export function waitsNow(hours: DelayHours, lang: 'zh' | 'en'): string {
  return lang === 'zh'
    ? `每笔提现提交后等待 ${hours} 小时才会转出，期间可以撤回。此前提交的不变。`
    : `Every withdrawal is sent ${hoursIn(hours)} after you request it, and you can cancel it until then. Those requested before are not affected.`
}

/** The sentence of a letter about a shorter wait, or none, that is in force from a moment on. */
export function shorterFrom({ hours, at }: { hours: DelayHours; at: Date }, lang: 'zh' | 'en'): string {
  const time = minuteOf(at)
  if (lang === 'zh') {
    const then = hours === 0 ? '提现不再等待' : `提现等待改为 ${hours} 小时`
    return `从 ${time} 起，${then}。在那之前可以在“安全中心 → 提现等待”撤回。`
  }
  const then = hours === 0 ? 'withdrawals no longer wait' : `withdrawals wait ${hoursIn(hours)} only`
  return `From ${time} on, ${then}. Until then you can take this back under Security center, Withdrawal delay.`
}

/** The sentence of a letter about a wait that was to be shorter and stays. */
export function staysAt(hours: DelayHours, lang: 'zh' | 'en'): string {
  return lang === 'zh' ? `提现仍然等待 ${hours} 小时。` : `Withdrawals still wait ${hoursIn(hours)}.`
}

function hoursIn(hours: DelayHours): string {
  return hours === 1 ? '1 hour' : `${hours} hours`
}
