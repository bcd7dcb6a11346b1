import { useState } from 'react'
import { AmountPad, PinPad } from '../../../ui/keypad.tsx'
import { say } from './say.ts'
import { Shown } from './shown.tsx'

export function Keypads() {
  const [done, finish] = useState('')
  const [amount, type] = useState('12.5')
  return (
    <>
      <Shown as={done ? say('资金密码已输完', 'The PIN is whole') : say('资金密码', 'Fund PIN')}>
        <PinPad label={say('输入资金密码', 'Enter your fund PIN')} onDone={finish} />
      </Shown>
      <Shown as={say('不正确', 'Wrong')}>
        <PinPad
          label={say('输入资金密码', 'Enter your fund PIN')}
          error={say('资金密码不正确，还可以试 2 次', 'Wrong PIN, 2 tries left')}
          onDone={() => {}}
        />
      </Shown>
      <Shown as={say('正在处理', 'Busy')}>
        <PinPad label={say('输入资金密码', 'Enter your fund PIN')} isBusy onDone={() => {}} />
      </Shown>
      <Shown as={`${say('金额', 'Amount')}: ${amount || '0'}`}>
        <AmountPad value={amount} onInput={type} />
      </Shown>
    </>
  )
}
