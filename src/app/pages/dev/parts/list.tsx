import { CoinMark } from '../../../display/coin-mark.tsx'
import { link } from '../../../routing/hash-location.tsx'
import { BoneRow, List, Row } from '../../../ui/list.tsx'
import { Money } from '../../../ui/money.tsx'
import { long, say } from './say.ts'
import { Shown } from './shown.tsx'

export function Lists() {
  return (
    <>
      <Shown as={say('行', 'Rows')}>
        <List label={say('账单', 'Bills')}>
          <Row
            picture={<CoinMark of="USDT" />}
            title="USDT"
            note="ERC20"
            value={<Money amount="8200" currency="USDT" bare />}
            valueNote="≈ ¥58,220.00"
            href={link('selectCoin')}
          />
          <Row
            icon="arrow-up-right"
            title="Blue Bottle Coffee"
            note={say('卡消费 · 今天 09:41', 'Card payment · today 09:41')}
            value={<Money amount="-5.2" currency="USD" sign />}
          />
          <Row
            icon="plus"
            title={say('充值到账', 'Deposit')}
            note="ERC20"
            value={<Money amount="500" currency="USDT" sign bare />}
          />
          <Row
            icon="credit-card"
            tone="neg"
            title={say('开卡失败', 'Card not opened')}
            note={say('余额不足，去充值', 'Balance too low')}
            onPress={() => {}}
          />
          <Row icon="clock" tone="warn" title={say('审核中', 'Under review')} href={link('kyc')} />
          <Row title={say('没有图标', 'Without an icon')} />
        </List>
      </Shown>
      <Shown as={say('很长，金额很大', 'Long, with a huge amount')}>
        <List>
          <Row
            icon="wallet"
            title={long()}
            note={long()}
            value={<Money amount="123456789012345678.12345678" currency="BTC" exact />}
            valueNote={long()}
          />
        </List>
      </Shown>
      <Shown as={say('即将到来', 'Still to come')}>
        <List>
          <BoneRow />
          <BoneRow />
        </List>
      </Shown>
    </>
  )
}
