import type { Words } from './template.ts'

/** The words of refunds that customers wait for, by language; spread into those of the language. */
export const awaitedRefund: Record<'zh' | 'en', Words['variants']> = {
  zh: {
    'refundArrival.awaited': {
      title: ['您等待的退款 {amount} {currency} 到账', '您等待的退款到账'],
      content: [
        '{merchant} 退回 {amount} {currency}（尾号 {last4} 的卡），{place}。您等待的退款已全部到账。',
        '您等待的退款已全部到账。',
      ],
    },
    'refundArrival.awaited-part': {
      title: ['退款 {amount} {currency} 到账，还差 {left} {currency}', '您等待的退款到账一部分'],
      content: [
        '{merchant} 退回 {amount} {currency}（尾号 {last4} 的卡），{place}。您等待的退款还差 {left} {currency}，我们继续为您留意。',
        '您等待的退款到账一部分，我们继续为您留意其余的。',
      ],
    },
    'refundArrival.awaited-maybe': {
      title: ['退款 {amount} {currency} 到账，可能是您等待的', '退款到账，可能是您等待的'],
      content: [
        '{merchant} 退回 {amount} {currency}（尾号 {last4} 的卡），{place}，没有注明是哪笔消费。您在等这家商户的退款：如果就是它，请点击选择不再等待。',
        '一笔没有注明消费的退款已到账。您在等这家商户的退款：如果就是它，请点击选择不再等待。',
      ],
    },
    'refundArrival.late': {
      title: ['{amount} {currency} 的退款还没有到账', '您等待的退款还没有到账'],
      content: [
        '您预计 {merchant} 退回的 {amount} {currency} 到期还没有到账。可以再等几天，也可以在 {date}前提出争议，或不再等待。',
        '您预计 {merchant} 退回的 {amount} {currency} 到期还没有到账。可以再等几天，或不再等待；如有疑问，请联系客服。',
        '您等待的一笔退款到期还没有到账，点击查看可以怎么做。',
      ],
    },
  },
  en: {
    'refundArrival.awaited': {
      title: ['The refund you expected: {amount} {currency}', 'The refund you expected arrived'],
      content: [
        '{merchant} returned {amount} {currency}, paid with the card ending in {last4}: {place}. All of the refund you expected has arrived.',
        'All of the refund you expected has arrived.',
      ],
    },
    'refundArrival.awaited-part': {
      title: ['Refund of {amount} {currency}, {left} {currency} still out', 'Part of a refund you expected'],
      content: [
        '{merchant} returned {amount} {currency}, paid with the card ending in {last4}: {place}. Of the refund you expected {left} {currency} is still out; we keep watching for it.',
        'Part of a refund you expected has arrived. We keep watching for the rest.',
      ],
    },
    'refundArrival.awaited-maybe': {
      title: [
        'Refund of {amount} {currency}, maybe the one you expect',
        'A refund, maybe the one you expect',
      ],
      content: [
        '{merchant} returned {amount} {currency} to the card ending in {last4} without naming a purchase: {place}. You expect a refund from this merchant: if this is it, tap to stop waiting.',
        'A refund that names no purchase has arrived. You expect one from this merchant: if this is it, tap to stop waiting.',
      ],
    },
    'refundArrival.late': {
      title: ['A refund of {amount} {currency} is late', 'A refund you expected is late'],
      content: [
        'You expected {amount} {currency} back from {merchant} by now, and it has not arrived. Give it more time, dispute the purchase before {date}, or stop waiting.',
        'You expected {amount} {currency} back from {merchant} by now, and it has not arrived. Give it more time, or stop waiting. Contact us if you have a question.',
        'A refund you expected has not arrived in time. Tap to see what you can do.',
      ],
    },
  },
}

/** Where a refund went, by language. */
export const refundPlaces: Record<'zh' | 'en', Words['values']> = {
  zh: {
    'place.card': '已回到卡上',
    'place.wallet': '卡片已停用，款项进入钱包',
    'place.both': '一部分进入卡片，其余进入钱包',
  },
  en: {
    'place.card': 'it is back on the card',
    'place.wallet': 'the card is no longer in use, so it went to your wallet',
    'place.both': 'part of it is on the card, the rest in your wallet',
  },
}
