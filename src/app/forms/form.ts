import { useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import type { Refusal } from '../../contract/refusal.ts'
import { t } from '../state/locale.ts'
import { guardClosing } from '../telegram/guards.ts'
import { takeTyped } from '../update/typed.ts'
import { draftOf, useKeeping } from './draft.ts'

// A strict policy allows no `new Function`, which zod would try.
z.config({ jitless: true })

type Shapes = Record<string, z.ZodMiniType>
type Values<S extends Shapes> = { [K in keyof S]: z.output<S[K]> }
type Texts<S extends Shapes> = { [K in keyof S]: string }

/** What is said: in the language it was said in or, as a function, in the one that is read. */
export type Words = string | (() => string | null)

/** What a `Field` needs of a form: spread it. */
export interface Bound {
  name: string
  value: string
  onInput: (value: string) => void
  onBlur: () => void
  error: string | null
}

export interface Form<S extends Shapes> {
  values: Texts<S>
  set: (name: keyof S & string, value: string) => void
  field: (name: keyof S & string) => Bound
  /** Makes the handler of the form's submit: checks all, goes to the first error, else runs the work once. */
  submit: (work: (values: Values<S>) => Promise<void>) => (event: Event) => Promise<void>
  isBusy: boolean
  /** Words for the whole form (a `Notice`), set by the page from a refusal; typing clears them. */
  notice: string | null
  refuse: (notice: Words | null) => void
  /** Marks one field as wrong, for a refusal that is about it. */
  blame: (name: keyof S & string, error: Words) => void
}

/**
 * A form of text fields checked by the contract's own rules (`contract/field.ts`). A field complains after it was
 * left or after submit; the message of a rule is the key `field.{message}`. Under the name of a draft what is typed, its
 * secrets aside, outlives a reload: the page drops it (`keepDraft`) once the server has it.
 */
export function useForm<S extends Shapes>(
  shapes: S,
  initial: { [field in keyof Texts<S>]?: string | undefined } = {},
  draft: string | null = null,
): Form<S> {
  const names = Object.keys(shapes) as (keyof S & string)[]
  const [values, setValues] = useState(() => {
    const typed = { ...(draft && draftOf(draft)), ...takeTyped() }
    return Object.fromEntries(names.map(name => [name, typed[name] ?? initial[name] ?? ''])) as Texts<S>
  })
  const [touched, setTouched] = useState<Partial<Record<keyof S, boolean>>>({})
  const [blamed, setBlamed] = useState<Partial<Record<keyof S, Words>>>({})
  const [notice, setNotice] = useState<{ words: Words | null }>({ words: null })
  const [isBusy, setBusy] = useState(false)
  const setDirty = useGuard()
  useKeeping(draft, values, initial as Texts<S>)
  const running = useRef(false)
  const wasRefused = useRef(false)

  function set(name: keyof S & string, value: string) {
    setValues(last => ({ ...last, [name]: value }))
    setBlamed(last => ({ ...last, [name]: undefined }))
    refuse(null)
    setDirty(true)
  }

  function refuse(words: Words | null) {
    if (words) wasRefused.current = true
    setNotice({ words })
  }

  function field(name: keyof S & string): Bound {
    return {
      name,
      value: values[name],
      onInput: value => set(name, value),
      onBlur: () => values[name] && setTouched(last => ({ ...last, [name]: true })),
      error: said(blamed[name]) ?? (touched[name] ? errorOf(shapes[name], values[name]) : null),
    }
  }

  function submit(work: (values: Values<S>) => Promise<void>) {
    return async (event: Event) => {
      event.preventDefault()
      setTouched(Object.fromEntries(names.map(name => [name, true])) as typeof touched)
      const parsed = z.object(shapes).safeParse(values)
      if (!parsed.success) return focusFirst(event.target as HTMLFormElement)
      if (running.current) return
      running.current = true
      wasRefused.current = false
      setBusy(true)
      refuse(null)
      try {
        await work(parsed.data as Values<S>)
        // What was taken is not lost when the app is closed now.
        if (!wasRefused.current) setDirty(false)
      } finally {
        running.current = false
        setBusy(false)
      }
    }
  }

  function blame(name: keyof S & string, error: Words) {
    wasRefused.current = true
    setBlamed(last => ({ ...last, [name]: error }))
  }

  return { values, set, field, submit, isBusy, notice: said(notice.words), refuse, blame }
}

function said(words: Words | null | undefined): string | null {
  return (typeof words === 'function' ? words() : words) ?? null
}

function errorOf(shape: z.ZodMiniType | undefined, value: string): string | null {
  const result = shape?.safeParse(value)
  return !result || result.success ? null : fieldText(result.error.issues[0]?.message)
}

/** While what was typed would be lost, Telegram asks before it closes. */
function useGuard() {
  const [isDirty, setDirty] = useState(false)
  useEffect(() => (isDirty ? guardClosing() : undefined), [isDirty])
  return setDirty
}

/** The words of a rule's message. */
export function fieldText(message = 'text'): string {
  return t(`field.${message}` as 'field.text')
}

/** The words of a refusal that is about a mailed code, at its field; null of any other. */
export function codeText({ key, details }: { key?: Refusal | undefined; details?: unknown }): string | null {
  const isExpired = (details as { reason?: unknown } | null)?.reason === 'expired'
  if (key === 'code_wait' && isExpired) return t('code.expired')
  return key === 'code_incorrect' ? t('refusal.code_incorrect') : null
}

function focusFirst(form: HTMLFormElement) {
  requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
}
