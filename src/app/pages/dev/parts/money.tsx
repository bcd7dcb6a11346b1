import type { Amount } from '../../../ui/amount-text.ts'
import { List, Row } from '../../../ui/list.tsx'
import { Money } from '../../../ui/money.tsx'
import { say } from './say.ts'

/** The switch above hides them all. */
export function MoneyShown() {
  const amounts: [string, Amount & { approx?: boolean }][] = [
    [say('普通', 'Plain'), { amount: '12480.369', currency: 'USDT' }],
    [say('带符号', 'With its symbol'), { amount: '88610.55', currency: 'CNY', approx: true }],
    [say('进账', 'Coming in'), { amount: '500', currency: 'USDT', sign: true }],
    [say('出账', 'Going out'), { amount: '-5.2', currency: 'USD', sign: true }],
    [say('零', 'Nothing'), { amount: '0', currency: 'USDT', sign: true }],
    [say('很小', 'Tiny'), { amount: '0.00000001', currency: 'BTC' }],
    [say('每一位', 'Every digit'), { amount: '0.123456789012345678', currency: 'ETH', exact: true }],
    [say('很大', 'Huge'), { amount: '-123456789012345678.99', currency: 'USDT' }],
    [say('没有汇率', 'No rate'), { amount: 'NAN', currency: 'CNY', approx: true }],
    [say('只有数字', 'Digits alone'), { amount: '1234567.8', currency: 'USDC', bare: true }],
  ]
  return (
    <List>
      {amounts.map(([title, amount]) => (
        <Row key={title} title={title} value={<Money {...amount} />} />
      ))}
    </List>
  )
}
