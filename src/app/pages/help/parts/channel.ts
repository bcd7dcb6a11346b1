import type { IconName } from '../../../ui/icon-names.ts'
import type { Channel } from './param.ts'

const icons = { web: 'globe', email: 'mail', telegram: 'send', other: 'link' } as const
type Kind = keyof typeof icons

export function kindOf({ kind }: Channel): Kind {
  return kind in icons ? (kind as Kind) : 'other'
}

export function iconOf(channel: Channel): IconName {
  return icons[kindOf(channel)]
}

/** What a press on a channel opens; null where there is nothing to open. */
export function addressOf({ kind, value }: Channel): string | null {
  if (kind === 'email') return `mailto:${value}`
  if (kind === 'telegram') return `https://t.me/${value.replace(/^@/, '')}`
  return null
}

/**
 * Whether a text somebody was given names one of our channels: the whole address, not a part of it, whatever the
 * spelling (`t.me/x`, `@X`, `https://…/`, `Name <x@y>`).
 */
export function isOfficial(text: string, channels: Channel[]): boolean {
  const asked = plain(text)
  return asked !== '' && channels.some(({ value }) => plain(value) === asked || hostOf(value) === asked)
}

function plain(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/^[^<>]*<([^<>]*)>$/, '$1')
    .replace(/^mailto:/, '')
    .replace(/^(https?:\/\/)?(www\.)?t\.me\//, '@')
    .replace(/^https?:\/\//, '')
    .replace(/[/#]+$/, '')
    .replace(/^@/, '')
}

function hostOf(value: string): string | null {
  return /^https?:\/\//.test(value) ? plain(value).replace(/\/.*$/, '') : null
}
