import { t } from '../../../../state/locale.ts'
import { Button } from '../../../../ui/button.tsx'
import { isSending, isSmall, type ShotState } from './use-shot.ts'

interface ShotButtonsProps {
  shot: ShotState
  openCamera: () => void
  openGallery: () => void
  /** Another device takes the pictures; not offered on that device. */
  onHandOver?: (() => void) | undefined
}

/**
 * Before a picture: camera, gallery or another device. With one: use it, unless it is too small, or take another. What was
 * pressed goes then (its key), and keeps the focus until it does: the page gives that to what is asked next.
 */
export function ShotButtons({ shot, openCamera, openGallery, onHandOver }: ShotButtonsProps) {
  function again() {
    shot.retake()
    openCamera()
  }

  return shot.taken ? (
    <>
      {!isSmall(shot) && (
        <Button onPress={shot.use} isBusy={isSending(shot)}>
          {t(shot.trouble ? 'identity.photo.retry' : 'identity.photo.use')}
        </Button>
      )}
      <Button kind={isSmall(shot) ? 'primary' : 'plain'} isDisabled={isSending(shot)} onPress={again}>
        {t('identity.photo.again')}
      </Button>
    </>
  ) : (
    <>
      <Button key="camera" isBusy={shot.isReading} onPress={openCamera}>
        {t('identity.photo.camera')}
      </Button>
      <Button key="gallery" kind="plain" onPress={() => shot.isReading || openGallery()}>
        {t('identity.photo.gallery')}
      </Button>
      {onHandOver && (
        <Button kind="quiet" onPress={onHandOver}>
          {t('identity.other.open')}
        </Button>
      )}
    </>
  )
}
