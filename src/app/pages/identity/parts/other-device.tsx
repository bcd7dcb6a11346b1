import { css } from 'goober'
import { useEffect, useState } from 'react'
import { askHandoff, endHandoff, lookHandoff } from '../../../../contract/handoff.ts'
import { deviceText } from '../../../display/device-text.ts'
import { usePoll } from '../../../loading/use-poll.ts'
import { link } from '../../../routing/hash-location.tsx'
import { refusalText, send } from '../../../send.ts'
import { t, wireLanguage } from '../../../state/locale.ts'
import { openLink } from '../../../telegram/outward.ts'
import { isTelegram } from '../../../telegram/telegram.ts'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { QrCode } from '../../../ui/qr-code.tsx'
import { Sheet } from '../../../ui/sheet.tsx'
import type { DocType, Side } from './kept.ts'
import { uploadPage } from './way.ts'

interface OtherDeviceProps {
  isOpen: boolean
  docType: DocType
  /** The pictures that are known to be there. */
  uploaded: readonly Side[]
  onPicture: () => void
  onClose: () => void
}

const everyMs = 2_000
const size = 208

/** Hands the pictures over to another device, and watches them come, also while the sheet is closed. */
export function OtherDevice(props: OtherDeviceProps) {
  const { isOpen, onClose } = props
  const handing = useHanding(props)
  const { url, state, device, trouble } = handing
  const isLive = url !== null && state !== 'over'
  // Once it is opened the link is worth nothing to anybody else.
  const isWaiting = isLive && state === 'waiting'

  return (
    <Sheet isOpen={isOpen} title={t('identity.other.title')} onClose={onClose}>
      <p class="cap">{t('identity.other.text')}</p>
      <Notice text={trouble} />
      {isWaiting && (
        <div class={code}>
          <QrCode text={url} label={t('identity.other.qr')} size={size} />
        </div>
      )}
      {!isLive && !trouble && state !== 'over' && <span class="bone" style={`height:${size}px`} />}
      <p role="status" class={said}>
        {state === 'opened' &&
          t('identity.other.opened', { device: deviceText(device, t('identity.other.unknown')) })}
        {isWaiting && t('identity.other.waiting')}
        {state === 'over' && t('identity.other.ended')}
      </p>
      {isLive && isTelegram() && <Button onPress={() => openLink(url)}>{t('identity.other.browser')}</Button>}
      {isWaiting && (
        <CopyButton text={url} label={t('identity.other.link')}>
          {t('copy.label', { what: t('identity.other.link') })}
        </CopyButton>
      )}
      {(trouble || state === 'over') && <Button onPress={handing.ask}>{t('identity.other.again')}</Button>}
      {isLive && (
        <Button kind="quiet" onPress={handing.stop}>
          {t('identity.other.stop')}
        </Button>
      )}
    </Sheet>
  )
}

type State = 'waiting' | 'opened' | 'over'

function useHanding({ isOpen, docType, uploaded, onPicture, onClose }: OtherDeviceProps) {
  const [url, setUrl] = useState<string | null>(null)
  const [state, setState] = useState<State>('waiting')
  const [device, setDevice] = useState<string | null>(null)
  const [trouble, say] = useState<string | null>(null)

  async function ask() {
    say(null)
    setState('waiting')
    setUrl(null)
    const reply = await send(askHandoff, { docType }, { background: true })
    if (reply.ok) return setUrl(urlOf(docType, reply.data.token))
    if (reply.key === 'already_certified' || reply.key === 'kyc_missing') onPicture()
    say(reply.key === 'limit_exceeded' ? t('identity.other.often') : refusalText(reply))
  }

  async function stop() {
    const reply = await send(endHandoff, {}, { background: true })
    if (!reply.ok) return say(refusalText(reply))
    setUrl(null)
    setState('over')
    onClose()
  }

  // A link is made when the sheet is opened, and again when the last one has ended meanwhile.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only opening it asks
  useEffect(() => {
    if (isOpen && (url === null || state === 'over')) ask()
  }, [isOpen])

  usePoll(async signal => {
    if (url === null || state === 'over') return null
    const reply = await send(lookHandoff, {}, { signal, background: true })
    if (signal.aborted) return null
    if (!reply.ok) return everyMs
    const { data } = reply
    setDevice(data.device)
    setState(data.state === 'none' ? 'over' : data.state)
    if (data.uploaded.some(side => !uploaded.includes(side)) || data.state === 'over') onPicture()
    return everyMs
  }, url ?? '')

  return { url, state, device, trouble, ask, stop }
}

function urlOf(docType: DocType, token: string): string {
  return `${location.origin}/${link(uploadPage(docType), { handoff: token, lang: wireLanguage() })}`
}

const code = css`
  display: grid;
  justify-items: center;
`
const said = css`
  min-height: 1.5rem;
  text-align: center;
  font-weight: 500;
  &:empty {
    display: none;
  }
`
