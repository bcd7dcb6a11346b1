import { css } from 'goober'
import { useRef } from 'react'
import { t } from '../../../state/locale.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Page } from '../../../ui/page.tsx'
import { Progress } from '../../../ui/steps.tsx'
import { Frame } from './frame.tsx'
import { SideSteps, sideName } from './side-steps.tsx'
import type { Kyc } from './use-kyc.ts'
import { type ShotProps, useShot } from './use-shot.ts'

interface Props extends ShotProps {
  kyc: Kyc
  back: string | undefined
}

const tips = { document: ['corners', 'sharp', 'original'], hold: ['face', 'words', 'original'] } as const

/** One picture: how it should be, the camera or the gallery, a look at it, off it goes. */
export function Shot({ kyc, back, ...props }: Props) {
  const { docType, side } = props
  const shot = useShot(props)
  const camera = useRef<HTMLInputElement>(null)
  const gallery = useRef<HTMLInputElement>(null)
  const isSmall = shot.taken?.flaws.includes('small')
  const isSending = shot.stage > 0
  const sides = (['front', 'back', 'hold'] as const).filter(
    name => kyc.uploaded.includes(name) || kyc.missing.includes(name) || name === side,
  )

  function again() {
    shot.retake()
    camera.current?.click()
  }

  return (
    <Page
      title={t(`identity.doc.${docType}`)}
      footer={
        shot.taken ? (
          <>
            {!isSmall && (
              <Button onPress={shot.use} isBusy={isSending}>
                {t(shot.trouble ? 'identity.photo.retry' : 'identity.photo.use')}
              </Button>
            )}
            <Button kind={isSmall ? 'primary' : 'plain'} isDisabled={isSending} onPress={again}>
              {t('identity.photo.again')}
            </Button>
          </>
        ) : (
          <>
            <Button isBusy={shot.isReading} onPress={() => camera.current?.click()}>
              {t('identity.photo.camera')}
            </Button>
            <Button kind="plain" isDisabled={shot.isReading} onPress={() => gallery.current?.click()}>
              {t('identity.photo.gallery')}
            </Button>
          </>
        )
      }
    >
      <SideSteps docType={docType} sides={sides} uploaded={kyc.uploaded} now={side} back={back} />
      {kyc.certStatus === 'need_more' && <Notice tone="warn" text={kyc.reason} />}
      <h2 class={heading}>
        {t(shot.taken ? 'identity.photo.check' : 'identity.photo.take', { what: sideName(docType, side) })}
      </h2>
      {!shot.taken && kyc.uploaded.includes(side) && (
        <Notice tone="info" text={t('identity.photo.replaces')} />
      )}
      <Frame docType={docType} side={side} picture={shot.taken?.preview ?? null} />
      <div role="status" class={said}>
        {isSending && (
          <>
            <Progress value={shot.stage} max={3} label={t('identity.photo.sending')} />
            <p class="cap">{t(shot.stage === 1 ? 'identity.photo.sending' : 'identity.photo.placing')}</p>
          </>
        )}
        {!isSending &&
          shot.taken?.flaws.map(flaw => <Notice key={flaw} tone="warn" text={t(`identity.flaw.${flaw}`)} />)}
        {shot.taken && !shot.taken.preview && <Notice tone="info" text={t('identity.photo.noPreview')} />}
      </div>
      <Notice text={shot.trouble} />
      {!shot.taken && (
        <ul class={list}>
          {tips[side === 'hold' ? 'hold' : 'document'].map(tip => (
            <li key={tip}>
              <Icon name="check" size={18} />
              {t(`identity.tip.${tip}`)}
            </li>
          ))}
        </ul>
      )}
      {shot.taken && !isSending && !isSmall && <p class="cap">{t('identity.photo.checkNote')}</p>}
      <input
        ref={camera}
        type="file"
        accept="image/*"
        capture={side === 'hold' ? 'user' : 'environment'}
        aria-label={t('identity.photo.camera')}
        hidden
        onChange={take}
      />
      <input
        ref={gallery}
        type="file"
        accept="image/*"
        aria-label={t('identity.photo.gallery')}
        hidden
        onChange={take}
      />
    </Page>
  )

  function take({ currentTarget }: { currentTarget: HTMLInputElement }) {
    shot.read(currentTarget.files?.[0])
    currentTarget.value = ''
  }
}

const heading = css`
  font-size: 1.25rem;
  line-height: 1.75rem;
`
const said = css`
  display: grid;
  gap: 8px;
  &:empty {
    display: none;
  }
`
const list = css`
  display: grid;
  gap: 10px;
  color: var(--text-2);
  & li {
    display: flex;
    gap: 10px;
  }
  & svg {
    flex: none;
    margin-top: .2em;
    color: var(--accent);
  }
`
