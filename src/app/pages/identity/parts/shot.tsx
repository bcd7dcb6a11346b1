import { css } from 'goober'
import { useRef } from 'react'
import { t } from '../../../state/locale.ts'
import { Notice } from '../../../ui/notice.tsx'
import { Page } from '../../../ui/page.tsx'
import { Frame } from './frame.tsx'
import { PictureInput } from './picture-input.tsx'
import { ShotButtons } from './shot-buttons.tsx'
import { ShotStatus } from './shot-status.tsx'
import { ShotTips } from './shot-tips.tsx'
import { SideSteps, sideName } from './side-steps.tsx'
import type { Kyc } from './use-kyc.ts'
import { isSending, isSmall, type ShotProps, type Side, useShot } from './use-shot.ts'

interface Props extends ShotProps {
  kyc: Kyc
  back: string | undefined
}

/** One picture: how it should be, the camera or the gallery, a look at it, off it goes. */
export function Shot({ kyc, back, ...props }: Props) {
  const { docType, side } = props
  const shot = useShot(props)
  const camera = useRef<HTMLInputElement>(null)
  const gallery = useRef<HTMLInputElement>(null)

  return (
    <Page
      title={t(`identity.doc.${docType}`)}
      footer={
        <ShotButtons
          shot={shot}
          openCamera={() => camera.current?.click()}
          openGallery={() => gallery.current?.click()}
        />
      }
    >
      <SideSteps
        docType={docType}
        sides={sidesOf(kyc, side)}
        uploaded={kyc.uploaded}
        now={side}
        back={back}
      />
      {kyc.certStatus === 'need_more' && <Notice tone="warn" text={kyc.reason} />}
      <h2 class={heading}>
        {t(shot.taken ? 'identity.photo.check' : 'identity.photo.take', { what: sideName(docType, side) })}
      </h2>
      {!shot.taken && kyc.uploaded.includes(side) && (
        <Notice tone="info" text={t('identity.photo.replaces')} />
      )}
      <Frame docType={docType} side={side} picture={shot.taken?.preview ?? null} />
      <ShotStatus shot={shot} />
      <Notice text={shot.trouble} />
      {!shot.taken && <ShotTips side={side} />}
      {shot.taken && !isSending(shot) && !isSmall(shot) && <p class="cap">{t('identity.photo.checkNote')}</p>}
      <PictureInput
        input={camera}
        label={t('identity.photo.camera')}
        capture={side === 'hold' ? 'user' : 'environment'}
        onPick={shot.read}
      />
      <PictureInput input={gallery} label={t('identity.photo.gallery')} onPick={shot.read} />
    </Page>
  )
}

/** The sides this document has, the one being taken among them. */
function sidesOf({ uploaded, missing }: Kyc, now: Side): Side[] {
  return (['front', 'back', 'hold'] as const).filter(
    side => uploaded.includes(side) || missing.includes(side) || side === now,
  )
}

const heading = css`
  font-size: 1.25rem;
  line-height: 1.75rem;
`
