import { useState } from 'react'
import { AmountEntry } from '../../../ui/amount-entry.tsx'
import { say } from './say.ts'
import { Shown } from './shown.tsx'

export function AmountEntries() {
  return (
    <>
      <Shown as={say('空', 'Empty')}>
        <Entry initial="" />
      </Shown>
      <Shown as={say('有误，很大', 'Wrong, huge')}>
        <Entry initial="1234567890123.12" error={say('余额不足', 'Balance too low')} />
      </Shown>
    </>
  )
}

function Entry({ initial, error }: { initial: string; error?: string }) {
  const [typed, type] = useState(initial)
  return (
    <AmountEntry
      typed={typed}
      onInput={type}
      currency="USDT"
      sums={['50', '100', '1000']}
      max="8200"
      onEnter={undefined}
    >
      {error ? (
        <span class="bad">{error}</span>
      ) : (
        <span>{say('手续费 1.00 USDT，到账 0.00 USDT', 'Fee 1.00 USDT, you receive 0.00 USDT')}</span>
      )}
    </AmountEntry>
  )
}
