import { css } from 'goober'
import { t } from '../../../../state/locale.ts'
import { Button } from '../../../../ui/button.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import { Progress } from '../../../../ui/steps.tsx'
import { isSending, type ShotState } from './use-shot.ts'

/** What is told of a picture while it is looked at and sent; empty before one is taken. */
export function ShotStatus({ shot }: { shot: ShotState }) {
  const { taken } = shot
  const percent = Math.round((shot.sent ?? 0) * 100)
  return (
    <div class={said}>
      {isSending(shot) && (
        <>
          <Progress value={percent} max={100} label={t('identity.photo.sending')} />
          <p class="cap" role="status">
            {t(percent < 100 ? 'identity.photo.sending' : 'identity.photo.placing')}
          </p>
          <Button kind="quiet" onPress={shot.stop}>
            {t('identity.photo.stop')}
          </Button>
        </>
      )}
      {!isSending(shot) &&
        taken?.flaws.map(flaw => <Notice key={flaw} tone="warn" text={t(`identity.flaw.${flaw}`)} />)}
      {taken && !taken.preview && <Notice tone="info" text={t('identity.photo.noPreview')} />}
    </div>
  )
}

const said = css`
  display: grid;
  gap: 8px;
  &:empty {
    display: none;
  }
`
