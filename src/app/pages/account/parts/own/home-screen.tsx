import { useEffect, useState } from 'react'
import { t } from '../../../../state/locale.ts'
import { ask } from '../../../../telegram/events.ts'
import { List, Row } from '../../../../ui/list.tsx'
import { toast } from '../../../../ui/toast.tsx'

const choiceMs = 60_000

/** Offers an icon on the home screen where this client of Telegram can make one and has not. */
export function HomeScreen() {
  const [canAdd, offer] = useState(false)
  useEffect(() => {
    hasPlace().then(offer)
  }, [])

  async function add() {
    const answer = await ask({
      type: 'web_app_add_to_home_screen',
      answers: ['home_screen_added', 'home_screen_failed'],
      since: '8.0',
      timeoutMs: choiceMs,
    })
    // Some phones add it without a word: then the row stays, and nothing is claimed.
    if (!answer) return
    const isAdded = answer.type === 'home_screen_added'
    if (isAdded) offer(false)
    toast(t(isAdded ? 'account.homeScreen.done' : 'account.homeScreen.failed'))
  }

  if (!canAdd) return null
  return (
    <List>
      <Row
        icon="smartphone"
        title={t('account.homeScreen')}
        note={t('account.homeScreen.note')}
        onPress={add}
      />
    </List>
  )
}

async function hasPlace(): Promise<boolean> {
  const answer = await ask({
    type: 'web_app_check_home_screen',
    answers: ['home_screen_checked'],
    since: '8.0',
  })
  return answer?.payload.status === 'missed' || answer?.payload.status === 'unknown'
}
