import type { Words } from './template.ts'

/** The words of cards that run low, recharge themselves or were set by their owner, by language; spread into those of it. */
export const auto: Record<'zh' | 'en', Words['variants']> = {
  zh: {
    'rechargeArrival.auto': {
      title: ['自动充值 {amount} {currency} 到账', '自动充值到账'],
      content: [
        '尾号 {last4} 的卡余额低于您设定的数额，已从钱包自动充入 {amount} {currency}。',
        '卡余额低于您设定的数额，已从钱包自动充值。',
      ],
    },
    'cardState.autoShort': {
      title: ['自动充值没有进行：钱包余额不足', '自动充值没有进行'],
      content: [
        '尾号 {last4} 的卡余额低于您设定的数额，但钱包里的 USDT 不够充值。存入 USDT 后，下一次消费会再次触发；也可以现在手动充值。',
        '钱包里的 USDT 不够自动充值，请先存入。',
      ],
    },
    'cardState.autoCap': {
      title: ['自动充值没有进行：已达上限', '自动充值没有进行'],
      content: [
        '尾号 {last4} 的卡余额低于您设定的数额，但自动充值已达到您设定的 24 小时或 30 天上限。可以调整上限，或手动充值。',
        '自动充值已达到您设定的上限。可以调整上限，或手动充值。',
      ],
    },
    'cardState.low': {
      title: ['卡内可用低于 {limit} {currency}', '卡内余额不多了'],
      content: [
        '尾号 {last4} 的卡在这笔消费后可用 {amount} {currency}，低于您设定的 {limit} {currency}。如需继续消费，可以现在充值。',
        '卡内可用低于您设定的数额。如需继续消费，可以现在充值。',
      ],
    },
    'cardState.carried': {
      title: ['新卡沿用了原卡的设置'],
      content: [
        '尾号 {last4} 的新卡沿用了挂失卡的消费限额、使用范围、不再允许扣款的商户和余额提醒。',
        '新卡沿用了挂失卡的消费限额、使用范围、不再允许扣款的商户和余额提醒。',
      ],
    },
    'cardState.carriedAuto': {
      title: ['新卡沿用了原卡的设置，自动充值除外'],
      content: [
        '尾号 {last4} 的新卡沿用了挂失卡的消费限额、使用范围、不再允许扣款的商户和余额提醒。自动充值的规则已保留，但没有开启；如需继续，请用资金密码在新卡上开启。',
        '新卡沿用了挂失卡的设置。自动充值的规则已保留，但没有开启；如需继续，请用资金密码在新卡上开启。',
      ],
    },
    'security.autoRecharge': {
      title: ['自动充值已开启或修改'],
      content: [
        '尾号 {last4} 的卡的自动充值已开启或修改，立即生效。如果不是您本人操作，请立即冻结卡片。',
        '卡片的自动充值已开启或修改，立即生效。如果不是您本人操作，请立即冻结卡片。',
      ],
    },
    'security.autoRechargeOff': {
      title: ['自动充值已关闭'],
      content: ['尾号 {last4} 的卡不再自动充值。', '卡片不再自动充值。'],
    },
  },
  en: {
    'rechargeArrival.auto': {
      title: ['{amount} {currency} recharged automatically', 'Card recharged automatically'],
      content: [
        'The card ending in {last4} fell below the balance you set: {amount} {currency} came from your wallet.',
        'A card fell below the balance you set and was recharged from your wallet.',
      ],
    },
    'cardState.autoShort': {
      title: ['Automatic recharge not made: wallet too low', 'Automatic recharge not made'],
      content: [
        'The card ending in {last4} is below the balance you set, but the wallet has too little USDT. Deposit some and the next purchase tries again, or recharge it yourself.',
        'The wallet has too little USDT for an automatic recharge.',
      ],
    },
    'cardState.autoCap': {
      title: ['Automatic recharge not made: your maximum is reached', 'Automatic recharge not made'],
      content: [
        'The card ending in {last4} is below the balance you set, but automatic recharges have reached your 24-hour or 30-day maximum. Raise it, or recharge the card yourself.',
        'Automatic recharges have reached your maximum. Raise it, or recharge the card yourself.',
      ],
    },
    'cardState.low': {
      title: ['Less than {limit} {currency} available', 'Card running low'],
      content: [
        'After this purchase the card ending in {last4} has {amount} {currency} available, less than the {limit} {currency} you set. Recharge it now to go on paying with it.',
        'A card has less available than you set. Recharge it now to go on paying with it.',
      ],
    },
    'cardState.carried': {
      title: ['The new card is set as the lost one was'],
      content: [
        'The new card ending in {last4} has the lost card’s spending limits, where it works, the merchants you stopped and the low-balance alert.',
        'The new card has the lost card’s spending limits, where it works, the merchants you stopped and the low-balance alert.',
      ],
    },
    'cardState.carriedAuto': {
      title: ['The new card is set as the lost one was, but does not recharge itself'],
      content: [
        'The new card ending in {last4} has the lost card’s spending limits, where it works, the merchants you stopped and the low-balance alert. The rule for automatic recharge is kept, but off: to go on with it, switch it on for the new card with your fund PIN.',
        'The new card is set as the lost one was. The rule for automatic recharge is kept, but off: to go on with it, switch it on for the new card with your fund PIN.',
      ],
    },
    'security.autoRecharge': {
      title: ['Automatic recharge switched on or changed'],
      content: [
        'The automatic recharge of the card ending in {last4} was switched on or changed, with immediate effect. If this was not you, freeze the card at once.',
        'The automatic recharge of a card was switched on or changed, with immediate effect. If this was not you, freeze the card at once.',
      ],
    },
    'security.autoRechargeOff': {
      title: ['Automatic recharge switched off'],
      content: [
        'The card ending in {last4} is no longer recharged automatically.',
        'A card is no longer recharged automatically.',
      ],
    },
  },
}
