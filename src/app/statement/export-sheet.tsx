import { useEffect, useRef, useState } from 'react'
import { exportBills, statement } from '../../contract/bill.ts'
import type { Output } from '../../contract/call.ts'
import { dayBy, dayOf, monthName, monthOf, startOf } from '../display/calendar.ts'
import { boundsOf, monthsSince } from '../display/months.ts'
import { keepMade } from '../hand-over.ts'
import { zone } from '../preferences/zone.ts'
import { type Reply, refusalText, send } from '../send.ts'
import { t, wireLanguage } from '../state/locale.ts'
import { session } from '../state/session.ts'
import { isTelegram } from '../telegram/telegram.ts'
import { againAt, type No } from '../trouble/trouble.ts'
import { Button } from '../ui/button.tsx'
import { Chip, Chips } from '../ui/chip.tsx'
import { Field } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { Select } from '../ui/select.tsx'
import { toast } from '../ui/toast.tsx'

type File = Output<typeof statement>
type Period = { from: string; until: string }
const formats = ['pdf', 'csv'] as const
/** In days. */
const longest = 366

export interface ExportSheetProps {
  /** The one that is chosen at first; this month without. */
  month: string | undefined
  /** Of this card alone. */
  card?: { cardOutId: string; createTime: string }
  onKept: () => void
}

/** A statement of a month or of any days, made by the server and kept by the phone. */
export function ExportSheet({ month: shown, card, onKept }: ExportSheetProps) {
  const [format, choose] = useState<(typeof formats)[number]>('pdf')
  const [month, setMonth] = useState(shown ?? monthOf(new Date()))
  const [period, setPeriod] = useState<Period | null>(null)
  const { isBusy, trouble, isMade, press, forget } = useFile(
    { format, month, period, cardOutId: card?.cardOutId },
    onKept,
  )

  function change(work: () => void) {
    forget()
    work()
  }

  return (
    <>
      <Chips label={t('statement.span')}>
        <Chip isOn={!period} onPress={() => change(() => setPeriod(null))}>
          {t('statement.month')}
        </Chip>
        <Chip isOn={Boolean(period)} onPress={() => change(() => setPeriod(daysOf(month)))}>
          {t('statement.days')}
        </Chip>
      </Chips>
      {period ? (
        <Days period={period} onChange={next => change(() => setPeriod(next))} />
      ) : (
        <Select
          label={t('statement.period')}
          value={month}
          options={monthsOf(card ?? session.value?.user).map(value => ({ value, label: monthName(value) }))}
          onChange={next => change(() => setMonth(next))}
        />
      )}
      <Chips label={t('statement.format')}>
        {formats.map(each => (
          <Chip key={each} isOn={format === each} onPress={() => change(() => choose(each))}>
            {t(`statement.${each}`)}
          </Chip>
        ))}
      </Chips>
      <p class="cap">{t(card ? 'statement.aboutCard' : 'statement.about', { zone: zone() })}</p>
      {format === 'pdf' ? <p class="cap">{t('statement.proof')}</p> : null}
      <Notice text={trouble} />
      <Button isBusy={isBusy} onPress={press}>
        {t(isBusy ? 'statement.busy' : isMade ? 'statement.save' : 'statement.make')}
      </Button>
      <span class="sr" role="status">
        {isBusy ? t('statement.busy') : null}
      </span>
    </>
  )
}

function Days({ period, onChange }: { period: Period; onChange: (period: Period) => void }) {
  return (
    <>
      <Field
        label={t('statement.from')}
        type="date"
        value={period.from}
        onInput={from => onChange({ ...period, from })}
      />
      <Field
        label={t('statement.until')}
        type="date"
        hint={t('statement.longest')}
        value={period.until}
        onInput={until => onChange({ ...period, until })}
      />
    </>
  )
}

/** The file as it is asked for, made once; where a phone wants a press of its own to keep it, the next one does. */
function useFile(asked: Asked, onKept: () => void) {
  const [isBusy, setBusy] = useState(false)
  const [trouble, tell] = useState<string | null>(null)
  const [file, setFile] = useState<File | null>(null)
  const stop = useRef(new AbortController())
  // A paper that comes once the sheet is closed is nobody's any more.
  useEffect(() => () => stop.current.abort(), [])

  async function make() {
    if (asked.period && !isPeriod(asked.period)) return tell(t('statement.wrong'))
    setBusy(true)
    tell(null)
    stop.current = new AbortController()
    const { signal } = stop.current
    const reply = await ask(asked, signal)
    if (signal.aborted) return
    setBusy(false)
    if (!reply.ok) return tell(troubleOf(reply))
    setFile(reply.data)
    await keep(reply.data)
  }
  async function keep(made: File) {
    if (!(await keepMade(made))) return isTelegram() && tell(t('statement.telegram'))
    toast(t('statement.done'))
    onKept()
  }
  /** Something else is asked for from now on. */
  function forget() {
    stop.current.abort()
    setBusy(false)
    tell(null)
    setFile(null)
  }

  return { isBusy, trouble, isMade: file !== null, press: () => (file ? keep(file) : make()), forget }
}

interface Asked {
  format: (typeof formats)[number]
  month: string
  period: Period | null
  cardOutId: string | undefined
}

function ask(
  { format, month, period, cardOutId }: Asked,
  signal: AbortSignal,
): Promise<Reply<typeof exportBills | typeof statement>> {
  const options = { background: true, signal }
  const paper = { format, zone: zone(), lang: wireLanguage(), ...(cardOutId && { cardOutId }) }
  if (!period) return send(statement, { ...paper, month }, options)
  const times = { startTime: startOf(period.from).toISOString(), endTime: endOf(period.until).toISOString() }
  return send(exportBills, { ...paper, ...times }, options)
}

function troubleOf(reply: No): string | null {
  if (reply.key !== 'limit_exceeded') return refusalText(reply)
  const time = againAt(reply)
  return time ? t('statement.tooOften', { time }) : t('statement.tooMany')
}

/** Whether days make a period: one at least, a year at most. */
function isPeriod({ from, until }: Period): boolean {
  const areDays = [from, until].every(day => Date.parse(day) > 0)
  return areDays && from <= until && until < dayBy(from, longest)
}

function daysOf(month: string): Period {
  const { startTime, endTime } = boundsOf(month)
  return { from: dayOf(startTime), until: dayOf(endTime) }
}

function endOf(day: string): Date {
  return startOf(dayBy(day, 1))
}

function monthsOf(of: { createTime: string } | undefined): string[] {
  return monthsSince(of?.createTime ?? new Date().toISOString()).flatMap(([, months]) => months)
}
