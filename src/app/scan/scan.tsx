import { useEffect, useRef, useState } from 'react'
import { go } from '../routing/hash-location.tsx'
import { t } from '../state/locale.ts'
import { feel } from '../telegram/telegram.ts'
import { Button } from '../ui/button.tsx'
import { List, Row } from '../ui/list.tsx'
import { Notice } from '../ui/notice.tsx'
import { Sheet } from '../ui/sheet.tsx'
import type { Problem, Seen } from './camera.ts'
import { decoder } from './decoder.ts'
import { Finder } from './finder.tsx'
import { Found } from './found.tsx'
import { type Meaning, meaningOf, type Payment } from './meaning.ts'
import { Paste } from './paste.tsx'
import { readPicture } from './picture.ts'
import { hasTelegramScanner, scanInTelegram } from './telegram-scan.ts'

export interface ScanProps {
  onClose: () => void
  /** Takes a payment that was recognised; without it a payment leads to the withdrawal. */
  onPayment?: ((payment: Payment) => void) | undefined
  /** Takes an activation code; without it the code leads to the card that waits for one. */
  onActivation?: ((code: string) => void) | undefined
}

type View =
  | { name: 'start'; problem?: Problem | 'noCode' }
  | { name: 'camera' | 'paste' | 'reading' }
  | { name: 'found'; meaning: Meaning }

/** Reads a QR code: Telegram's scanner, the camera, a picture, or pasted text. Leads on only after a tap. */
export default function Scan({ onClose, onPayment = pay, onActivation }: ScanProps) {
  const [view, show] = useState<View>({ name: 'start' })
  const open = useRef(new AbortController())

  function tell(text: string) {
    feel('success')
    show({ name: 'found', meaning: meaningOf(text) })
  }
  function openScanner() {
    if (!hasTelegramScanner()) return show({ name: 'camera' })
    show({ name: 'start' })
    scanInTelegram(t('scan.telegramHint'), open.current.signal).then(text => text !== null && tell(text))
  }
  function hear(seen: Seen) {
    if ('text' in seen) tell(seen.text)
    else show({ name: 'start', problem: seen.problem })
  }
  async function pick(file: Blob) {
    show({ name: 'reading' })
    const decode = await decoder().catch(() => null)
    const text = decode && (await readPicture(file, decode))
    if (open.current.signal.aborted) return
    if (text) tell(text)
    else show({ name: 'start', problem: decode ? 'noCode' : 'offline' })
  }

  const begin = useRef(openScanner)
  useEffect(() => {
    const { current: life } = open
    mayBegin().then(isAllowed => isAllowed && !life.signal.aborted && begin.current())
    return () => life.abort()
  }, [])

  return (
    <Sheet isOpen title={t('scan.title')} onClose={onClose}>
      {view.name === 'found' && (
        <Found
          meaning={view.meaning}
          onAgain={openScanner}
          onClose={onClose}
          onPayment={onPayment}
          onActivation={onActivation}
        />
      )}
      {view.name === 'paste' && <Paste onText={tell} onBack={openScanner} />}
      {view.name === 'camera' && <Finder onSeen={hear} />}
      {view.name === 'reading' && <p role="status">{t('scan.reading')}</p>}
      {view.name === 'start' && <Start problem={view.problem} onOpen={openScanner} />}
      {(view.name === 'start' || view.name === 'camera') && (
        <OtherWays onPick={pick} onPaste={() => show({ name: 'paste' })} />
      )}
    </Sheet>
  )
}

function pay({ to, coin, chain, amount }: Payment) {
  go('transferOut', { to, coin, chain, amount })
}

function Start({ problem, onOpen }: { problem: Problem | 'noCode' | undefined; onOpen: () => void }) {
  return (
    <>
      <p class="cap">{t('scan.why')}</p>
      <Notice tone="warn" text={problem && t(`scan.${problem}`)} />
      <Button onPress={onOpen}>{t(hasTelegramScanner() ? 'scan.telegram' : 'scan.camera')}</Button>
    </>
  )
}

function OtherWays({ onPick, onPaste }: { onPick: (file: Blob) => void; onPaste: () => void }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        accept="image/*"
        hidden
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0]
          currentTarget.value = ''
          if (file) onPick(file)
        }}
      />
      <List>
        <Row icon="image" title={t('scan.gallery')} onPress={() => input.current?.click()} />
        <Row icon="keyboard" title={t('scan.paste')} onPress={onPaste} />
      </List>
    </>
  )
}

/** Whether a scanner may be opened without a question; where one cannot tell, the camera is asked for after a tap. */
async function mayBegin(): Promise<boolean> {
  if (hasTelegramScanner()) return true
  try {
    const { state } = await navigator.permissions.query({ name: 'camera' as PermissionName })
    return state === 'granted'
  } catch {
    return false
  }
}
