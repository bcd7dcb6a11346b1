import { masterBudgetBalance } from '../../../../contract/wallet.ts'
import { useLoad } from '../../../loading/use-load.ts'
import { link } from '../../../routing/hash-location.tsx'
import { t } from '../../../state/locale.ts'
import { session } from '../../../state/session.ts'
import { pinHref } from '../../../trouble/trouble.ts'
import { Button } from '../../../ui/button.tsx'
import { type Step, Steps } from '../../../ui/steps.tsx'
import { isZero } from './reckon.ts'
import { loginHref, verifyHref } from './trouble.ts'

/** The way to the first card, step by step, and the button of the next one. */
export function FirstSteps() {
  return session.value ? (
    <Mine />
  ) : (
    <Drawn done={[false, false, false]} next={{ label: t('card.steps.join'), href: link('register') }} />
  )
}

function Mine() {
  const master = useLoad(masterBudgetBalance, {})
  const user = session.value?.user
  if (!user) return null
  const hasMoney = Boolean(master.data && !isZero(master.data.balance))
  const done = [user.certified, user.pinSet, hasMoney]
  const ways = [
    { label: t('card.mend.verify'), href: verifyHref() },
    { label: t('pin.set'), href: pinHref() },
    { label: t('mend.deposit'), href: link('transferIn', { coin: 'USDT' }) },
  ]
  const isWaiting = user.certStatus === 'pending'
  const at = done.findIndex((isDone, index) => !isDone && !(isWaiting && index === 0))
  const next = ways[at] ?? { label: t('card.open'), href: link('cardTypeList') }
  return <Drawn done={done} next={next} isWaiting={isWaiting} />
}

interface Drawing {
  done: boolean[]
  next: { label: string; href: string }
  isWaiting?: boolean
}

function Drawn({ done, next, isWaiting = false }: Drawing) {
  const labels = [t('card.steps.verify'), t('card.steps.pin'), t('card.steps.deposit'), t('card.steps.open')]
  const notes = [
    t('card.steps.verifyNote'),
    t('card.steps.pinNote'),
    t('card.steps.depositNote'),
    t('card.steps.openNote'),
  ]
  const at = [...done, false].indexOf(false)
  const steps = labels.map(
    (label, index): Step => ({
      label,
      note: isWaiting && index === 0 ? t('card.steps.waiting') : notes[index],
      state: done[index] ? 'done' : index === at ? 'now' : 'next',
    }),
  )
  return (
    <>
      <Steps steps={steps} />
      <Button href={next.href}>{next.label}</Button>
      {!session.value && (
        <Button kind="quiet" href={loginHref()}>
          {t('card.steps.login')}
        </Button>
      )}
    </>
  )
}
