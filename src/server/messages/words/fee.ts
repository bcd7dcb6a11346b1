import type { Words } from './template.ts'

/** The words of annual fees, by language; spread into those of the language. */
export const fee: Record<'zh' | 'en', Words['variants']> = {
  zh: {
    'cardState.feeAhead': {
      title: ['年费 {amount} {currency} 将在 {date}收取', '年费即将收取'],
      content: [
        '尾号 {last4} 的卡将在 {date}收取年费 {amount} {currency}，先从卡余额扣除，不足时从钱包的 USDT 扣除。不想续用，可在此之前注销这张卡，不再收费。',
        '您的卡即将收取年费，先从卡余额扣除，不足时从钱包的 USDT 扣除。',
      ],
    },
    'cardState.feeShort': {
      title: ['年费 {amount} {currency} 未能收取', '年费未能收取'],
      content: [
        '尾号 {last4} 的卡的年费为 {amount} {currency}，卡和钱包的可用余额都不够，没有扣款。请存入 USDT 或给卡充值，我们会每天再试一次。',
        '卡和钱包的可用余额都不够支付年费，没有扣款。我们会每天再试一次。',
      ],
    },
    'consume.annualFee': {
      title: ['年费 {amount} {currency}', '已收取年费'],
      content: ['尾号 {last4} 的卡的年费 {amount} {currency} 已从卡余额扣除。', '卡的年费已从卡余额扣除。'],
    },
    'consume.annualFeeWallet': {
      title: ['年费 {amount} {currency}', '已收取年费'],
      content: [
        '尾号 {last4} 的卡的年费 {amount} {currency} 已从钱包扣除，因为卡的可用余额不够。',
        '卡的年费已从钱包扣除。',
      ],
    },
  },
  en: {
    'cardState.feeAhead': {
      title: ['Annual fee of {amount} {currency} on {date}', 'An annual fee is due soon'],
      content: [
        'On {date} the annual fee of {amount} {currency} of the card ending in {last4} is taken from the card or, if it has too little, from the USDT in your wallet. Close the card before that day and nothing is charged.',
        'The annual fee of a card is due soon. It is taken from the card or, if it has too little, from your wallet.',
      ],
    },
    'cardState.feeShort': {
      title: ['Annual fee of {amount} {currency} not taken', 'Annual fee not taken'],
      content: [
        'The annual fee of the card ending in {last4} is {amount} {currency}, and neither the card nor the wallet has enough available. Nothing was taken. Deposit USDT or recharge the card; we will try again every day.',
        'Neither the card nor the wallet has enough for the annual fee. Nothing was taken; we try again every day.',
      ],
    },
    'consume.annualFee': {
      title: ['Annual fee of {amount} {currency}', 'Annual fee'],
      content: [
        'The annual fee of the card ending in {last4}, {amount} {currency}, was taken from the card.',
        'The annual fee was taken from the card.',
      ],
    },
    'consume.annualFeeWallet': {
      title: ['Annual fee of {amount} {currency}', 'Annual fee'],
      content: [
        'The annual fee of the card ending in {last4}, {amount} {currency}, was taken from your wallet: the card had too little available.',
        'The annual fee of a card was taken from your wallet.',
      ],
    },
  },
}
