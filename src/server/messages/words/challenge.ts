import type { Template, Words } from './template.ts'

/** A purchase that waits for its cardholder, and how that ended, by language. */
export const challenged: Record<'zh' | 'en', { asked: Template; ends: Words['variants'] }> = {
  zh: {
    asked: {
      title: ['请确认：{merchant} {amount} {currency}', '请确认一笔付款'],
      content: [
        '尾号 {last4} 的卡正在 {merchant} 网上付款 {amount} {currency}，等您确认是本人操作。请在几分钟内打开这条消息确认；不是您的付款，请拒绝并冻结卡片。现在还没有扣款。',
        '您的卡正在网上付款，等您确认是本人操作。请在几分钟内打开这条消息；不是您的付款，请拒绝并冻结卡片。现在还没有扣款。',
      ],
    },
    ends: {
      'challenge.approved': {
        title: ['已确认：{merchant} {amount} {currency}', '已确认一笔付款'],
        content: [
          '您确认了尾号 {last4} 的卡在 {merchant} 的付款。付款是否成功，请看账单。',
          '您确认了一笔付款。付款是否成功，请看账单。',
        ],
      },
      'challenge.denied': {
        title: ['已拒绝：{merchant} {amount} {currency}', '已拒绝一笔付款'],
        content: [
          '您拒绝了尾号 {last4} 的卡在 {merchant} 的付款，没有扣款。',
          '您拒绝了一笔付款，没有扣款。',
        ],
      },
      'challenge.expired': {
        title: ['没有及时确认：{merchant} {amount} {currency}', '一笔付款没有及时确认'],
        content: [
          '尾号 {last4} 的卡在 {merchant} 的付款没有在限定时间内确认，没有扣款。需要的话，请在商户那里重新付款。',
          '一笔付款没有在限定时间内确认，没有扣款。',
        ],
      },
      'challenge.cancelled': {
        title: ['付款已取消：{merchant} {amount} {currency}', '一笔付款已取消'],
        content: [
          '{merchant} 取消了用尾号 {last4} 的卡的付款，不用再确认，没有扣款。',
          '商户取消了一笔付款，不用再确认，没有扣款。',
        ],
      },
      'challenge.late': {
        title: ['确认晚了：{merchant} {amount} {currency}', '一笔付款确认晚了'],
        content: [
          '您确认了尾号 {last4} 的卡在 {merchant} 的付款，但送到发卡方时对方已不再等待，没有扣款。需要的话，请在商户那里重新付款。',
          '您的确认送到发卡方时对方已不再等待，没有扣款。需要的话，请在商户那里重新付款。',
        ],
      },
    },
  },
  en: {
    asked: {
      title: ['Confirm {amount} {currency} at {merchant}', 'Confirm a payment'],
      content: [
        'The card ending in {last4} is paying {amount} {currency} online at {merchant}, which waits for you to confirm that it is you. Open this message within a few minutes; if it is not you, deny it and freeze the card. Nothing has been charged yet.',
        'Your card is paying online, and the merchant waits for you to confirm that it is you. Open this message within a few minutes; if it is not you, deny it and freeze the card. Nothing has been charged yet.',
      ],
    },
    ends: {
      'challenge.approved': {
        title: ['Confirmed: {amount} {currency} at {merchant}', 'You confirmed a payment'],
        content: [
          'You confirmed a payment at {merchant} with the card ending in {last4}. Activity shows whether it went through.',
          'You confirmed a payment. Activity shows whether it went through.',
        ],
      },
      'challenge.denied': {
        title: ['Denied: {amount} {currency} at {merchant}', 'You denied a payment'],
        content: [
          'You denied a payment at {merchant} with the card ending in {last4}. Nothing was charged.',
          'You denied a payment. Nothing was charged.',
        ],
      },
      'challenge.expired': {
        title: [
          'Not confirmed in time: {amount} {currency} at {merchant}',
          'A payment was not confirmed in time',
        ],
        content: [
          'A payment at {merchant} with the card ending in {last4} was not confirmed in time. Nothing was charged. If you want it, pay again at the merchant.',
          'A payment was not confirmed in time. Nothing was charged.',
        ],
      },
      'challenge.cancelled': {
        title: ['Payment canceled: {amount} {currency} at {merchant}', 'A payment was canceled'],
        content: [
          '{merchant} canceled a payment with the card ending in {last4}. There is nothing to confirm any more, and nothing was charged.',
          'The merchant canceled a payment. There is nothing to confirm any more, and nothing was charged.',
        ],
      },
      'challenge.late': {
        title: ['Confirmed too late: {amount} {currency} at {merchant}', 'A payment was confirmed too late'],
        content: [
          'You confirmed a payment at {merchant} with the card ending in {last4}, but the issuer no longer waited when it heard. Nothing was charged. If you want it, pay again at the merchant.',
          'The issuer no longer waited when it heard that you confirmed. Nothing was charged. If you want it, pay again at the merchant.',
        ],
      },
    },
  },
}
