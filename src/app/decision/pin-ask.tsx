import { css } from 'goober'
import { useLayoutEffect, useRef, useState } from 'react'
import { later } from '../chunks/later.tsx'
import { confirmsHere } from '../passkeys/here.ts'
import { onBack } from '../routing/hash-location.tsx'
import { loadWords, t } from '../state/locale.ts'
import { type No, pinHref, plainTrouble, type Trouble } from '../trouble/trouble.ts'
import { TroubleNotice } from '../trouble/trouble-notice.tsx'
import { PinPad } from '../ui/keypad.tsx'
import { holdSheets } from '../ui/sheet.tsx'
import { Slide } from '../ui/slide.tsx'

const DevicePass = later(async () => {
  const [{ DevicePass }] = await Promise.all([import('../passkeys/device-pass.tsx'), loadWords('passkey')])
  return DevicePass
}, 52)

interface PinAskProps<R extends No> {
  label: string
  confirm: string
  /** Money goes out by it: it is confirmed by a slide, and its sheet stays until there is an answer. */
  movesMoney?: boolean
  /**
   * What is asked may be confirmed by this device in place of the PIN, where its owner chose that; so may all that moves
   * money.
   */
  takesPass?: boolean
  /** Sends what the PIN, or a pass in its place, is for. */
  ask: (pin: string) => Promise<R>
  /** Every answer but a wrong PIN. */
  onAnswer: (reply: R) => void
  /** One step back, to what stood before it in its sheet; not while an answer is awaited. */
  onReturn?: () => void
}

/** Asks for the fund PIN until it is right; a locked or missing PIN leads to where it is set. One question at a time. */
export function PinAsk<R extends No>({
  label,
  confirm,
  movesMoney = false,
  takesPass = movesMoney,
  ask,
  onAnswer,
  onReturn,
}: PinAskProps<R>) {
  const [isBusy, setBusy] = useState(false)
  const running = useRef(false)
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const isHolding = movesMoney && isBusy

  useLayoutEffect(() => (isHolding ? holdSheets() : undefined), [isHolding])
  useLayoutEffect(() => (onReturn && !isBusy ? onBack(onReturn) : undefined), [onReturn, isBusy])

  async function submit(pin: string) {
    if (running.current) return
    running.current = true
    setBusy(true)
    setTrouble(null)
    const reply = await ask(pin)
    running.current = false
    setBusy(false)
    if (reply.key?.startsWith('pin_')) setTrouble(plainTrouble(reply))
    else onAnswer(reply)
  }

  return (
    <div class={box}>
      <TroubleNotice trouble={trouble?.mend ? trouble : null} />
      {takesPass && confirmsHere() && <DevicePass isBusy={isBusy} onPass={submit} />}
      <PinPad
        label={label}
        confirm={confirm}
        button={movesMoney ? Slide : undefined}
        isBusy={isBusy}
        error={trouble && !trouble.mend ? trouble.text : null}
        onDone={submit}
      />
      <a href={pinHref()}>{t('pin.forgot')}</a>
    </div>
  )
}

const box = css`
  display: grid;
  gap: 4px;
  & > a {
    display: grid;
    place-items: center;
    min-height: 44px;
    font-size: .9375rem;
  }
`
