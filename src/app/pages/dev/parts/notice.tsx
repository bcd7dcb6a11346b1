import { link } from '../../../routing/hash-location.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { long, say } from './say.ts'
import { Shown } from './shown.tsx'

const texts = {
  neg: ['余额不足', 'Balance too low'],
  warn: ['新地址需要等待 24 小时', 'A new address waits for 24 hours'],
  info: ['银行卡余额每分钟更新', 'Card balances are renewed every minute'],
  pos: ['已保存', 'Saved'],
} satisfies Record<string, [string, string]>

export function Notices() {
  return (
    <>
      {(['neg', 'warn', 'info', 'pos'] as const).map(tone => (
        <Shown key={tone} as={tone}>
          <Notice tone={tone} text={say(...texts[tone])} />
        </Shown>
      ))}
      <Shown as={say('有出路', 'With a way out')}>
        <Notice
          text={say('余额不足', 'Balance too low')}
          action={<a href={link('selectCoin')}>{say('去充值', 'Deposit')}</a>}
        />
      </Shown>
      <Shown as={say('很长', 'Long')}>
        <Notice
          tone="warn"
          text={long()}
          action={<button type="button">{say('联系客服', 'Contact us')}</button>}
        />
      </Shown>
      <Shown as={say('没有内容时不显示', 'Nothing, when there is nothing to say')}>
        <Notice text={null} />
      </Shown>
    </>
  )
}
