import { css } from 'goober'
import { useState } from 'react'
import { submitFeedback } from '../../../../../contract/feedback.ts'
import { description } from '../../../../../contract/field.ts'
import { useForm } from '../../../../forms/form.ts'
import { fromHere } from '../../../../routing/from-here.ts'
import { link } from '../../../../routing/hash-location.tsx'
import { send } from '../../../../send.ts'
import { t } from '../../../../state/locale.ts'
import { againAt, type No } from '../../../../trouble/trouble.ts'
import { Button } from '../../../../ui/button.tsx'
import { Field } from '../../../../ui/field.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import { toast } from '../../../../ui/toast.tsx'
import { useParam } from '../param.ts'
import { DiagnosticRow } from './diagnostic-row.tsx'
import { Pictures, usePictures } from './pictures.tsx'
import { inPlace, noText, say } from './say.ts'

/** What a ticket is about. */
export interface About {
  refType: 'bill' | 'card'
  refId: string
}

interface ComposeProps {
  about: About | null
  /** Its first line, whose answer did not help. */
  question: string | undefined
}

/** The form of a new ticket. */
export function Compose({ about: asked, question = '' }: ComposeProps) {
  const draft = `feedback ${asked?.refId ?? question}`
  const form = useForm({ description }, { description: question && `${question}\n` }, draft)
  const hours = useParam('service/answerHours')
  const [about, setAbout] = useState(asked)
  const pictures = usePictures()
  const [device, setDevice] = useState<string>()

  const submit = form.submit(async values => {
    const wanted = { ...values, ...about, ...pictures.given }
    const go = fromHere()
    const reply = await say(draft, wanted, keyed =>
      send(submitFeedback, { ...keyed, diagnostic: device }, inPlace),
    )
    if (!reply.ok) return form.refuse(wordsOf(reply))
    toast(t('help.feedback.sent', { number: reply.data.number }))
    go('feedback', { id: reply.data.id }, { replace: true })
  })

  return (
    <form class={box} onSubmit={submit} noValidate>
      <p class="cap">{hours.data ? t('help.feedback.promise', { hours: hours.data }) : '\u00a0'}</p>
      {about && <AboutLine about={about} onDrop={() => setAbout(null)} />}
      <Field
        label={t('help.feedback.describe')}
        placeholder={t('help.feedback.example')}
        rows={5}
        maxLength={2000}
        hint={hintOf(form.values.description)}
        {...form.field('description')}
      />
      <Pictures of={pictures} />
      <DiagnosticRow text={device} onChange={setDevice} />
      <p class="cap">{t('help.feedback.safe')}</p>
      <Notice text={form.notice} />
      <Button type="submit" isBusy={form.isBusy || pictures.isBusy}>
        {t('help.feedback.send')}
      </Button>
    </form>
  )
}

/** How much is said; that it is too little, as long as it is. */
function hintOf(text: string): string {
  const count = text.trim().length
  const isEnough = description.safeParse(text).success
  return t(isEnough ? 'help.feedback.length' : 'help.feedback.count', { count })
}

/** The words of a no, of a ticket or a line in one. */
export function wordsOf(reply: No): string | null {
  const time = againAt(reply)
  if (time) return t('help.feedback.tooOften', { time })
  return noText(reply, t('help.feedback.lost'))
}

function AboutLine({ about: { refType, refId }, onDrop }: { about: About; onDrop: () => void }) {
  return (
    <p class="about">
      <span>{t(`help.feedback.about.${refType}`)}</span>
      <a href={refHref({ refType, refId })}>{t('help.feedback.about.see')}</a>
      <button type="button" onClick={onDrop}>
        {t('help.feedback.about.drop')}
      </button>
    </p>
  )
}

/** Where the thing a ticket is about is shown. */
export function refHref({ refType, refId }: About): string {
  return refType === 'bill' ? link('bill', { id: refId }) : link('cardDetail', { id: refId })
}

const box = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 14px;
  & .about {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0 14px;
    padding: 2px 16px;
    border-radius: 14px;
    background: var(--accent-soft);
    color: var(--accent);
  }
  & .about span {
    flex: 1;
  }
  & .about a,
  & .about button {
    display: grid;
    place-items: center;
    min-height: 44px;
    color: inherit;
    font-size: .9375rem;
    font-weight: 600;
  }
`
