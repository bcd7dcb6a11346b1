import { useRef, useState } from 'react'
import type { Output } from '../../../../../contract/call.ts'
import { approveChallenge, denyChallenge, getChallenge } from '../../../../../contract/challenge.ts'
import { whyNot } from '../../../../loading/use-load.ts'
import { usePoll } from '../../../../loading/use-poll.ts'
import { link } from '../../../../routing/hash-location.tsx'
import { type Reply, send } from '../../../../send.ts'
import { t } from '../../../../state/locale.ts'
import { feel } from '../../../../telegram/telegram.ts'
import { isUnknown, plainTrouble, type Trouble } from '../../../../trouble/trouble.ts'

export type Challenge = Output<typeof getChallenge>
type Answer = Reply<typeof approveChallenge> | Reply<typeof denyChallenge>

const everyMs = 3_000
/** So often is asked after a yes what became of the purchase. */
const asksMax = 40

/** A purchase that waits for its customer, as the server has it, and what they say to it. */
export function useChallenge(id: string) {
  const [challenge, setChallenge] = useState<Challenge | null>(null)
  const [failure, fail] = useState<{ text: string | null; status: number | undefined } | null>(null)
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const [busy, setBusy] = useState<'deny' | 'freeze' | null>(null)
  const isSaidHere = useRef(false)
  const wasWaiting = useRef(false)
  const asked = useRef(0)

  const look = usePoll(async signal => {
    const reply = await send(getChallenge, { id }, { signal, background: true })
    if (signal.aborted) return null
    if (!reply.ok) {
      fail({ text: whyNot(reply), status: reply.status })
      return reply.status === undefined || reply.status === 403 ? null : everyMs
    }
    take(reply.data)
    asked.current += 1
    return goesOn(reply.data) && (reply.data.status === 'waiting' || asked.current < asksMax) ? everyMs : null
  }, id)

  function take(next: Challenge) {
    fail(null)
    setChallenge(next)
    if (next.status === 'waiting') wasWaiting.current = true
  }

  function hear(reply: Answer) {
    asked.current = 0
    if (reply.ok || isUnknown(reply)) isSaidHere.current = true
    if (reply.ok) take(reply.data)
    else if (reply.key !== 'challenge_over') feel('error')
    // Over is said by the page itself, with how it ended.
    setTrouble(reply.ok || reply.key === 'challenge_over' ? null : troubleOf(reply, challenge))
    look()
  }

  async function deny(freeze: boolean) {
    if (busy) return
    setBusy(freeze ? 'freeze' : 'deny')
    hear(await send(denyChallenge, { id, freeze }, { background: true }))
    setBusy(null)
  }

  return {
    challenge,
    failure,
    trouble,
    busy,
    isElsewhere: wasWaiting.current && !isSaidHere.current,
    look,
    hear,
    approve: (pin: string) => send(approveChallenge, { id, pin }, { background: true }),
    deny,
  }
}

/** Whether more is to come: a decision, the issuer's answer, or the row of the purchase. */
function goesOn({ status, answer, billId }: Challenge): boolean {
  return (
    status === 'waiting' || answer === 'sending' || (status === 'approved' && !billId && answer !== 'late')
  )
}

function troubleOf(reply: Answer, challenge: Challenge | null): Trouble | null {
  if (isUnknown(reply)) return { text: t('challenge.silent'), mend: null }
  const plain = plainTrouble(reply)
  const isOfCard = !reply.ok && (reply.key === 'card_frozen' || reply.key === 'card_closed')
  if (!plain || !isOfCard || !challenge) return plain
  const href = link('cardDetail', { id: challenge.cardId })
  return { ...plain, mend: { label: t('challenge.toCard'), href } }
}
