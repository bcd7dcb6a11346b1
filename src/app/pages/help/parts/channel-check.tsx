import { css } from 'goober'
import { useState } from 'react'
import { t } from '../../../state/locale.ts'
import { Field } from '../../../ui/field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { ErrorView } from '../../../ui/states.tsx'
import { isOfficial } from './channel.ts'
import { useParam } from './param.ts'

/** Tells whether an address somebody was given is ours. */
export function ChannelCheck() {
  const { data, state, refusal, status, reload } = useParam('app/officialChannels')
  const [text, type] = useState('')
  const [asked, ask] = useState('')
  if (!data) {
    return state === 'failed' ? (
      <section class={box}>
        <h2>{t('help.check')}</h2>
        <ErrorView text={refusal} status={status} onRetry={reload} />
      </section>
    ) : null
  }
  const isOurs = isOfficial(asked, data.channels)

  return (
    <form
      class={box}
      onSubmit={event => {
        event.preventDefault()
        ask(text)
      }}
    >
      <h2>{t('help.check')}</h2>
      <Field
        label={t('help.check.label')}
        placeholder={t('help.check.example')}
        value={text}
        autoComplete="off"
        enterKeyHint="done"
        onInput={next => {
          type(next)
          ask('')
        }}
        hint={data.note}
        after={<button type="submit">{t('help.check.action')}</button>}
      />
      <Notice
        tone={isOurs ? 'pos' : 'neg'}
        text={asked.trim() && t(isOurs ? 'help.check.yes' : 'help.check.no')}
      />
    </form>
  )
}

const box = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 12px;
  padding-top: 8px;
  & h2 {
    font-size: 1.0625rem;
  }
`
