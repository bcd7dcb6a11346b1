import { useRef, useState } from 'react'
import type { cancelPayApply, finishApply, restartApplyCard } from '../../../../../contract/application.ts'
import { send } from '../../../../send.ts'
import { feel } from '../../../../telegram/telegram.ts'
import type { Trouble } from '../../../../trouble/trouble.ts'
import { applyTrouble } from './apply-words.ts'
import type { Applied } from './use-application.ts'

type ApplyCall = typeof cancelPayApply | typeof finishApply | typeof restartApplyCard

/** Sends what changes an application, one at a time; what it is refused for is read anew. */
export function useApplyCall(of: Applied, onDone: () => void = () => {}) {
  const [isBusy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const running = useRef(false)

  async function run(call: ApplyCall, input: { id: string }) {
    if (running.current) return
    running.current = true
    setBusy(true)
    setTrouble(null)
    const reply = await send(call, input)
    running.current = false
    setBusy(false)
    if (reply.ok) {
      feel('success')
      of.take(reply.data)
      return onDone()
    }
    setTrouble(applyTrouble(reply))
    if (reply.key === 'apply_failed') of.reload()
  }
  return { run, isBusy, trouble }
}
