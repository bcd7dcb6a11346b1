import type { Application } from '../../../../../contract/application.ts'
import { approveDays } from '../../../../../contract/promises.ts'
import { t } from '../../../../state/locale.ts'
import type { Step, StepState } from '../../../../ui/steps.tsx'
import { when } from '../../../../ui/when.ts'

const promisedDays = approveDays
const dayMs = 24 * 60 * 60 * 1000

/** The way of a card as a parcel goes it: what is behind, what is now, what comes; `mailing` says how long that takes. */
export function applyStepsOf(record: Application, mailing?: string): Step[] {
  const { status, payTime, approveTime, shipTime, endTime, can } = record
  const isFailed = status === 'fail'
  const at = (time: string | null) => (time ? when(time) : undefined)
  const isHome = status === 'success'
  return [
    { label: t('physical.line.paid'), state: payTime ? 'done' : 'now', note: at(payTime) },
    {
      label: t('physical.line.approved'),
      state: approveTime ? 'done' : isFailed ? 'failed' : payTime ? 'now' : 'next',
      note: at(approveTime),
    },
    {
      label: t('physical.line.made'),
      state: stateOf({
        isDone: shipTime !== null || isHome,
        isNow: status === 'making',
        isFailed: isFailed && approveTime !== null,
      }),
      note: at(shipTime),
    },
    {
      label: t(status === 'returned' ? 'physical.line.returned' : 'physical.line.arrived'),
      state: stateOf({
        isDone: isHome,
        isNow: status === 'shipped',
        isFailed: status === 'returned' || status === 'ended',
      }),
      note: isHome ? at(endTime) : mailing,
    },
    {
      label: t('physical.line.active'),
      state: stateOf({ isDone: isHome && !can.includes('activate'), isNow: isHome, isFailed: false }),
    },
  ]
}

function stateOf({
  isDone,
  isNow,
  isFailed,
}: {
  isDone: boolean
  isNow: boolean
  isFailed: boolean
}): StepState {
  if (isDone) return 'done'
  return isFailed ? 'failed' : isNow ? 'now' : 'next'
}

export interface Wait {
  /** The day it is, from 1; 0 when it has not begun. */
  day: number
  of: number
  isOver: boolean
  isLate: boolean
}

/** The two waits of an application, 14 days each; they do not run at once. */
export function waitsOf({ payTime, approveTime, shipTime }: Application): [Wait, Wait] {
  return [waitOf(payTime, approveTime), waitOf(approveTime, shipTime)]
}

function waitOf(from: string | null, to: string | null): Wait {
  const isOver = to !== null
  if (!from) return { day: 0, of: promisedDays, isOver, isLate: false }
  const day = Math.max(1, Math.floor(((to ? Date.parse(to) : Date.now()) - Date.parse(from)) / dayMs) + 1)
  return { day, of: promisedDays, isOver, isLate: !isOver && day > promisedDays }
}
