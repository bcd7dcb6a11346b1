import { signal } from '@preact/signals'
import { css } from 'goober'
import { t } from '../state/locale.ts'

/** Whether the network was gone when it was last looked at. */
export const isCutOff = signal(globalThis.navigator?.onLine === false)

if (globalThis.addEventListener !== undefined) {
  for (const event of ['online', 'offline']) {
    addEventListener(event, () => {
      isCutOff.value = !navigator.onLine
    })
  }
}

/** What a request has shown of the network: phones often think they are online when they are not. */
export function setCutOff(isNow: boolean) {
  isCutOff.value = isNow
}

/** A line on top while the phone has no network. Renders nothing otherwise. */
export function OfflineBanner() {
  return isCutOff.value ? (
    <p class={banner} role="status">
      {t('offline.text')}
    </p>
  ) : null
}

const banner = css`
  position: fixed;
  inset: 0 0 auto;
  z-index: 20;
  min-height: var(--safe-top);
  padding: calc(6px + var(--top)) 16px 6px;
  background: var(--warn-soft);
  color: var(--warn);
  font-size: .8125rem;
  line-height: 1.125rem;
  text-align: center;
  /* What sticks to the top does so below it: below two lines where letters are too large for one. */
  &,
  & ~ * {
    --safe-top: calc(var(--top) + 12px + clamp(1.125rem, (15.5rem - 100vw + 32px) * 99, 2.25rem));
  }
`
