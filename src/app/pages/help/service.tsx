import { css } from 'goober'
import { link } from '../../routing/hash-location.tsx'
import type { PageProps } from '../../routing/routes.ts'
import { t } from '../../state/locale.ts'
import { openLink } from '../../telegram/outward.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { List, Row } from '../../ui/list.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { ErrorView, Skeleton } from '../../ui/states.tsx'
import { AgreementPage } from './parts/agreements/agreement.tsx'
import { addressOf, iconOf, kindOf } from './parts/channel.ts'
import { ChannelCheck } from './parts/channel-check.tsx'
import { Complaint } from './parts/complaint.tsx'
import { type Channel, useParam } from './parts/param.ts'

/** How to reach us. `?doc=service|privacy` shows the agreement instead: the word means both. */
export default function Service({ query }: PageProps) {
  const { doc } = query
  return doc === 'service' || doc === 'privacy' ? <AgreementPage name={doc} /> : <Contact />
}

function Contact() {
  const contacts = useParam('service/contacts')
  const hours = useParam('service/hours')
  return (
    <Page title={t('help.service')}>
      <List>
        <Row
          icon="circle-help"
          title={t('help.questions')}
          note={t('help.questions.note')}
          href={link('questionAndAnswer')}
        />
        <Row
          icon="message-square"
          title={t('help.feedback')}
          note={t('help.feedback.note')}
          href={link('feedback')}
        />
      </List>
      {contacts.state === 'failed' && !contacts.data && (
        <ErrorView text={contacts.refusal} status={contacts.status} onRetry={contacts.reload} />
      )}
      {contacts.state === 'loading' && <Skeleton rows={3} />}
      {contacts.data && (
        <List label={t('help.contacts')}>
          {contacts.data.map(channel => (
            <Contacts key={channel.value} channel={channel} />
          ))}
          {hours.data && <Row icon="clock" title={t('help.hours')} note={hours.data} />}
        </List>
      )}
      <Notice tone="warn" text={t('help.neverAsk')} />
      <ChannelCheck />
      <Complaint />
    </Page>
  )
}

function Contacts({ channel }: { channel: Channel }) {
  const href = addressOf(channel)
  const kind = t(`help.channel.${kindOf(channel)}`)
  return (
    <Row
      icon={iconOf(channel)}
      title={kind}
      note={
        channel.kind === 'web' || !href ? (
          <bdi>{channel.value}</bdi>
        ) : (
          <a
            class={reach}
            href={href}
            onClick={event => {
              if (!href.startsWith('https:')) return
              event.preventDefault()
              openLink(href)
            }}
          >
            <bdi>{channel.value}</bdi>
          </a>
        )
      }
      value={<CopyButton text={channel.value} label={kind} />}
    />
  )
}

/** As high as a finger, where the line is not. */
const reach = css`
  display: inline-grid;
  align-items: center;
  min-width: 44px;
  min-height: 44px;
  margin: -13px 0;
`
