import { css } from 'goober'
import { useEffect, useRef, useState } from 'react'
import { uploadPicture } from '../../../../../contract/feedback.ts'
import { refusalText, send } from '../../../../send.ts'
import { t } from '../../../../state/locale.ts'
import { againAt, type No } from '../../../../trouble/trouble.ts'
import { Icon } from '../../../../ui/icon.tsx'
import { keepFocus } from '../../../../ui/keep-focus.ts'
import { Notice } from '../../../../ui/notice.tsx'
import { smaller } from './smaller.ts'

const most = 3

/**
 * The pictures of a form: what the server has, and how many are on their way. Without those a form is not whole. `given`
 * is what a call is told of them: none are left out.
 */
export function usePictures() {
  const [images, change] = useState<string[]>([])
  const [coming, count] = useState(0)
  const given = images.length > 0 ? { images } : {}
  return { images, given, change, coming, count, isBusy: coming > 0 }
}

/** Sends a picture, and says why it was not taken. `urlOf` is where the phone itself shows what was. */
function useSending({ change, count }: ReturnType<typeof usePictures>) {
  const shown = useRef(new Map<string, string>())
  const [notice, say] = useState<string | null>(null)
  const [stop] = useState(() => new AbortController())
  useEffect(
    () => () => {
      stop.abort()
      for (const url of shown.current.values()) URL.revokeObjectURL(url)
    },
    [stop],
  )

  async function add(file: File | undefined) {
    if (!file) return
    say(null)
    count(last => last + 1)
    const picture = await smaller(file)
    const reply = picture && (await send(uploadPicture, { file: picture }, stop))
    count(last => last - 1)
    if (!reply) return say(t('help.feedback.picture.unread'))
    if (!reply.ok) return say(wordsOf(reply))
    shown.current.set(reply.data.path, URL.createObjectURL(picture))
    // Others may have come or been dropped meanwhile.
    change(last => [...last, reply.data.path])
  }

  return { add, notice, urlOf: (path: string) => shown.current.get(path) }
}

/** Up to three pictures: each is sent when it is chosen, and shown from the phone itself. */
export function Pictures({ of }: { of: ReturnType<typeof usePictures> }) {
  const { images, change, coming } = of
  const group = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const { add, notice, urlOf } = useSending(of)
  useEffect(() => keepFocus(group.current, inside => inside.focus()), [])

  return (
    <div
      class={box}
      ref={group}
      role="group"
      tabIndex={-1}
      aria-label={t('help.feedback.pictures')}
      aria-busy={of.isBusy || undefined}
    >
      <p aria-hidden="true">{t('help.feedback.pictures')}</p>
      <p class="sr" role="status">
        {images.length > 0 && t('help.feedback.picture.count', { count: images.length })}
      </p>
      <div>
        {images.map((path, index) => (
          <span key={path}>
            <img src={urlOf(path)} alt={t('help.feedback.picture.of', { number: index + 1 })} />
            <button
              type="button"
              aria-label={t('help.feedback.picture.drop', { number: index + 1 })}
              onClick={() => change(last => last.filter(other => other !== path))}
            >
              <Icon name="x" size={16} />
            </button>
          </span>
        ))}
        {Array.from({ length: coming }, (_, index) => (
          <i key={String(index)}>
            <Icon name="loader-circle" />
          </i>
        ))}
        {images.length + coming < most && (
          <button
            type="button"
            class="add"
            aria-label={t('help.feedback.picture.add')}
            onClick={() => input.current?.click()}
          >
            <Icon name="image" />
          </button>
        )}
      </div>
      <input
        ref={input}
        type="file"
        accept="image/*"
        aria-label={t('help.feedback.picture.add')}
        hidden
        onChange={({ currentTarget }) => {
          add(currentTarget.files?.[0])
          // The same picture can be picked again.
          currentTarget.value = ''
        }}
      />
      <Notice text={notice} />
    </div>
  )
}

function wordsOf(reply: No): string | null {
  const time = againAt(reply)
  if (time) return t('help.feedback.tooOften', { time })
  const { reason } = reply.details ?? {}
  if (reason === 'too_small') return t('help.feedback.picture.small')
  const isNone = reply.key === 'image_unreadable' || reason === 'format'
  return isNone ? t('help.feedback.picture.unread') : refusalText(reply)
}

const box = css`
  display: grid;
  gap: 8px;
  & > p {
    color: var(--text-2);
    font-size: .875rem;
    line-height: 1.25rem;
    font-weight: 500;
  }
  & > div:first-of-type {
    display: flex;
    gap: 12px;
  }
  & span {
    position: relative;
  }
  & img,
  & i,
  & .add {
    display: grid;
    place-items: center;
    width: 76px;
    height: 76px;
    border-radius: 14px;
    object-fit: cover;
    background: var(--sunken);
  }
  & i {
    animation: breathe 1.2s ease-in-out infinite;
  }
  & i,
  & .add {
    color: var(--text-2);
    box-shadow: inset 0 0 0 1px var(--line-strong);
  }
  & span button {
    position: absolute;
    inset: -12px -12px auto auto;
    display: grid;
    place-items: center;
    width: 44px;
    height: 44px;
  }
  & span button svg {
    padding: 4px;
    width: 24px;
    height: 24px;
    border-radius: 50%;
    background: var(--ink);
    color: var(--on-ink);
  }
`
