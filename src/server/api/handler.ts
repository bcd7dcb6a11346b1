import type { Call, Input, Output } from '../../contract/call.ts'

/** Who sent a request, as far as the request tells. */
export interface Caller {
  ip: string
  /** Browser and system in a few words. */
  device: string
  /** Where the page stands that sent it, by the browser's word. */
  origin?: string | undefined
  /** The language that Accept-Language asks for, where it was sent. */
  asksLang?: 'zh' | 'en' | undefined
  /** The same, zh where nothing was asked. */
  lang: 'zh' | 'en'
}

/** A caller with a live session. */
export interface Customer extends Caller {
  userId: string
  sessionId: string
}

/** Answers one call: gives its output, or throws `Refused` or `Denied`. The input is already checked. */
export type Handler<C extends Call> = (
  input: Input<C>,
  caller: C['who'] extends 'customer' ? Customer : Caller,
) => Promise<Output<C>>

/** A handler for every call of a noun: forget one, or have one too many, and it does not compile. */
export type Handlers<Noun> = {
  [Name in keyof Noun as Noun[Name] extends Call ? Name : never]: Noun[Name] extends Call
    ? Handler<Noun[Name]>
    : never
}
