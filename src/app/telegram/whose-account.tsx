import { css } from 'goober'
import { render } from 'preact'
import 'virtual:sprite'
import type { UserInfo } from '../../contract/account.ts'
import { date } from '../display/calendar.ts'
import { loadWords, t } from '../state/locale.ts'
import { Button } from '../ui/button.tsx'
import { Sheet } from '../ui/sheet.tsx'
import { Summary } from '../ui/summary.tsx'
import { toast } from '../ui/toast.tsx'
import { launchUser } from './launch-user.ts'

interface Question {
  launch: string
  /** What the launch signs in to. */
  account: UserInfo
  /** Who is signed in until then. */
  now: UserInfo | undefined
}

const place = document.createElement('div')

/** Asks who holds the device whether an account is theirs, over whatever page is shown. Closed is a no. */
export async function askWhose(question: Question): Promise<boolean> {
  await Promise.all([loadWords('second'), loadWords('forms')])
  if (!place.isConnected) document.body.append(place)
  const isYes = await new Promise<boolean>(answer => {
    render(<Whose {...question} onAnswer={answer} />, place)
  })
  render(null, place)
  if (!isYes && !question.now) toast(t('second.whose.left'))
  return isYes
}

function Whose({ launch, account, now, onAnswer }: Question & { onAnswer: (isYes: boolean) => void }) {
  const name = launchUser(launch)?.name
  return (
    <Sheet isOpen title={t('second.whose.title')} onClose={() => onAnswer(false)}>
      <p>{now ? t('second.whose.now', { email: now.email }) : t('second.whose.text')}</p>
      <Summary
        items={[
          { label: t('second.whose.telegram'), value: name && <bdi>{name}</bdi> },
          { label: t('second.whose.account'), value: <bdi class={address}>{account.email}</bdi> },
          { label: t('second.whose.since'), value: date(account.createTime) },
        ]}
      />
      <Button onPress={() => onAnswer(true)}>{t(now ? 'second.whose.switch' : 'second.whose.yes')}</Button>
      <Button kind="plain" onPress={() => onAnswer(false)}>
        {t(now ? 'second.whose.stay' : 'second.whose.no')}
      </Button>
    </Sheet>
  )
}

const address = css`
  overflow-wrap: anywhere;
`
