import { css } from 'goober'
import { useRef, useState } from 'react'
import { later } from '../../../../chunks/later.tsx'
import { link } from '../../../../routing/hash-location.tsx'
import { t } from '../../../../state/locale.ts'
import { Notice } from '../../../../ui/notice.tsx'
import { Page } from '../../../../ui/page.tsx'
import { findingText } from '../finding-text.ts'
import type { Side } from '../kept.ts'
import { sideName } from '../side-name.ts'
import { SideSteps } from '../side-steps.tsx'
import type { Kyc } from '../use-kyc.ts'
import { uploadPage } from '../way.ts'
import { type Trouble, troubleText } from './camera-trouble.ts'
import { Frame } from './frame.tsx'
import { PictureInput } from './picture-input.tsx'
import { ShotButtons } from './shot-buttons.tsx'
import { ShotStatus } from './shot-status.tsx'
import { ShotTips } from './shot-tips.tsx'
import { isSending, isSmall, type ShotProps, type ShotState, useShot } from './use-shot.ts'

const LiveCamera = later(() => import('./live-camera.tsx').then(part => part.LiveCamera))

interface Props extends ShotProps {
  kyc: Pick<Kyc, 'uploaded' | 'missing' | 'findings'>
  /** What is to be known before the first picture. */
  note?: string | null | undefined
  back: string | undefined
  onHandOver?: () => void
}

/** One picture: how it should be, the camera or the gallery, a look at it, off it goes. */
export function Shot({ kyc, note, back, onHandOver, ...props }: Props) {
  const { docType, side } = props
  const shot = useShot(props)
  const own = useRef<HTMLInputElement>(null)
  const gallery = useRef<HTMLInputElement>(null)
  const [isFilming, film] = useState(false)
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const openGallery = () => gallery.current?.click()

  /** The camera inside the page; where there is none, or it was refused, the phone's own. */
  function openCamera() {
    if (trouble || !navigator.mediaDevices?.getUserMedia) own.current?.click()
    else film(true)
  }

  return (
    <Page
      title={t(`identity.doc.${docType}`)}
      footer={<ShotButtons {...{ shot, openCamera, openGallery, onHandOver }} />}
    >
      <SideSteps {...{ docType, back }} sides={sidesOf(kyc, side)} uploaded={kyc.uploaded} now={side} />
      <Notice tone="warn" text={note} />
      {/* biome-ignore lint/a11y/noAutofocus: the buttons under the picture are others once it is there */}
      <h2 class={heading} tabIndex={-1} autoFocus={shot.taken !== null}>
        {t(shot.taken ? 'identity.photo.check' : 'identity.photo.take', { what: sideName(docType, side) })}
      </h2>
      {!shot.taken && <Before {...{ kyc, docType, side, back }} />}
      <Frame docType={docType} side={side} picture={shot.taken?.preview ?? null} />
      <ShotStatus shot={shot} />
      <Notice text={shot.trouble} />
      {!shot.taken && <Notice tone="warn" text={trouble && troubleText(trouble)} />}
      {!shot.taken && <ShotTips side={side} />}
      {shot.taken && !isSending(shot) && !isSmall(shot) && (
        <p class="cap">{t(side === 'hold' ? 'identity.photo.checkHeld' : 'identity.photo.checkNote')}</p>
      )}
      <PictureInput
        input={own}
        label={t('identity.photo.camera')}
        capture={side === 'hold' ? 'user' : 'environment'}
        onPick={shot.read}
      />
      <PictureInput input={gallery} label={t('identity.photo.gallery')} onPick={shot.read} />
      {isFilming && <Filming {...{ docType, side, shot, openGallery, setTrouble }} end={() => film(false)} />}
    </Page>
  )
}

interface FilmingProps extends Pick<ShotProps, 'docType' | 'side'> {
  shot: ShotState
  openGallery: () => void
  setTrouble: (trouble: Trouble) => void
  end: () => void
}

function Filming({ docType, side, shot, openGallery, setTrouble, end }: FilmingProps) {
  return (
    <LiveCamera
      docType={docType}
      side={side}
      onTaken={taken => {
        end()
        shot.show(taken)
      }}
      onTrouble={trouble => {
        end()
        setTrouble(trouble)
      }}
      onGallery={() => {
        openGallery()
        end()
      }}
      onClose={end}
    />
  )
}

/** What was noticed on the pictures that are there, and that a new one replaces the old. */
function Before({ kyc, docType, side, back }: Pick<Props, 'kyc' | 'docType' | 'side' | 'back'>) {
  return (
    <>
      {kyc.findings.map(({ side: where, what }) =>
        where === side ? (
          <Notice key={where + what} tone="warn" text={findingText(what)} />
        ) : (
          <Notice
            key={where + what}
            tone="warn"
            text={t('identity.noticedOn', { side: sideName(docType, where), what: findingText(what) })}
            action={
              <a href={link(uploadPage(docType), { side: where, back })} data-replace>
                {t('identity.photo.again')}
              </a>
            }
          />
        ),
      )}
      {kyc.uploaded.includes(side) && <Notice tone="info" text={t('identity.photo.replaces')} />}
    </>
  )
}

/** The sides this document has, the one being taken among them. */
function sidesOf({ uploaded, missing }: Pick<Kyc, 'uploaded' | 'missing'>, now: Side): Side[] {
  return (['front', 'back', 'hold'] as const).filter(
    side => uploaded.includes(side) || missing.includes(side) || side === now,
  )
}

const heading = css`
  outline: none;
  font-size: 1.25rem;
  line-height: 1.75rem;
`
