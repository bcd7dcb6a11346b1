import { Money } from '../../../ui/money.tsx'
import { Summary } from '../../../ui/summary.tsx'
import { long, say } from './say.ts'
import { Shown } from './shown.tsx'

export function SummaryShown() {
  return (
    <>
      <Shown as={say('普通，带说明与合计', 'Plain, with a note and a total')}>
        <Summary
          label={say('费用', 'Fees')}
          items={[
            { label: say('开卡费', 'Opening fee'), value: <Money amount="5" currency="USDT" /> },
            {
              label: say('跨境费', 'Abroad'),
              value: '1.5 %',
              note: say('在卡片所属地区以外消费时', 'Where you pay outside the region of the card'),
            },
            { label: say('没有内容的不显示', 'What is empty is left out'), value: null },
            { label: say('合计', 'Total'), value: <Money amount="105" currency="USDT" />, isTotal: true },
          ]}
        />
      </Shown>
      <Shown as={say('很长，金额很大', 'Long, with a huge amount')}>
        <Summary
          items={[
            { label: say('地址', 'Address'), value: long() },
            { label: long(), value: <Money amount="123456789012345678.12" currency="USDT" /> },
            { label: say('说明', 'Note'), value: '0', note: long() },
          ]}
        />
      </Shown>
    </>
  )
}
