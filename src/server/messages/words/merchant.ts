import type { Words } from './template.ts'

/** The words of notices about merchants of a card, by language; spread into those of the language. */
export const merchant: Record<'zh' | 'en', Words['variants']> = {
  zh: {
    'security.merchantStopped': {
      title: ['已停止商户扣款'],
      content: [
        '尾号 {last4} 的卡今后会拒绝 {merchant} 的扣款，立即生效。此前已批准的仍会入账。如需退订，请另向商户取消。',
        '卡片今后会拒绝一家商户的扣款，立即生效。',
      ],
    },
    'security.merchantAllowed': {
      title: ['已恢复商户扣款'],
      content: [
        '尾号 {last4} 的卡重新允许 {merchant} 扣款，立即生效。如果不是您本人操作，请立即冻结卡片。',
        '卡片重新允许一家商户扣款，立即生效。如果不是您本人操作，请立即冻结卡片。',
      ],
    },
    'security.merchantsOnly': {
      title: ['已限定可以扣款的商户'],
      content: [
        '尾号 {last4} 的卡今后只允许您指定的商户扣款，其他商户一律拒绝，立即生效。此前已批准的仍会入账。',
        '卡片今后只允许您指定的商户扣款，立即生效。',
      ],
    },
    'security.merchantsAll': {
      title: ['已取消商户限定'],
      content: [
        '尾号 {last4} 的卡重新允许所有未停止的商户扣款，立即生效。如果不是您本人操作，请立即冻结卡片。',
        '卡片重新允许所有未停止的商户扣款，立即生效。如果不是您本人操作，请立即冻结卡片。',
      ],
    },
    'security.merchantCap': {
      title: ['商户扣款上限已修改'],
      content: [
        '{merchant} 从尾号 {last4} 的卡 30 天内最多扣款 {limit} {currency}，立即生效。如果不是您本人操作，请立即冻结卡片。',
        '{merchant} 从尾号 {last4} 的卡扣款不再有 30 天上限。如果不是您本人操作，请立即冻结卡片。',
        '卡片上一家商户的 30 天扣款上限已修改。如果不是您本人操作，请立即冻结卡片。',
      ],
    },
    'cardState.chargeShort': {
      title: ['{merchant} 的定期扣款可能失败', '一笔定期扣款可能失败'],
      content: [
        '到 {date}前后，预计有 {count} 笔定期扣款，共约 {amount} {currency}（含手续费），其中包括 {merchant}。尾号 {last4} 的卡内可用 {available} {currency}，还差 {missing} {currency}。现在充值即可；付款失败不收费，但商户可能停止服务。',
        '{merchant} 预计在 {date}前后扣款，约 {amount} {currency}（含手续费）。尾号 {last4} 的卡内可用 {available} {currency}，还差 {missing} {currency}。现在充值即可；付款失败不收费，但商户可能停止服务。',
        '卡内可用不够支付预计的定期扣款。现在充值即可；付款失败不收费。',
      ],
    },
    'cardState.dearer': {
      title: ['{merchant} 的定期扣款涨价了', '一笔定期扣款涨价了'],
      content: [
        '{merchant} 这次从尾号 {last4} 的卡扣了 {amount} {currency}，上次是 {before} {currency}。如果不想继续，请向商户取消，也可以停止它扣款或设一个上限。',
        '一家商户的定期扣款比上次贵。点击查看。',
      ],
    },
  },
  en: {
    'security.merchantStopped': {
      title: ['Merchant blocked'],
      content: [
        'The card ending in {last4} declines {merchant} from now on. What was approved before still posts. To end a subscription, cancel it with the merchant, too.',
        'A card declines one merchant from now on.',
      ],
    },
    'security.merchantAllowed': {
      title: ['Merchant allowed again'],
      content: [
        '{merchant} can charge the card ending in {last4} again, with immediate effect. If this was not you, freeze the card at once.',
        'A merchant can charge a card again, with immediate effect. If this was not you, freeze the card at once.',
      ],
    },
    'security.merchantsOnly': {
      title: ['Only chosen merchants'],
      content: [
        'From now on only the merchants you chose may charge the card ending in {last4}; it declines all others. What was approved before still posts.',
        'From now on only the merchants you chose may charge a card.',
      ],
    },
    'security.merchantsAll': {
      title: ['Merchants no longer limited'],
      content: [
        'Every merchant that is not blocked can charge the card ending in {last4} again, with immediate effect. If this was not you, freeze the card at once.',
        'Every merchant that is not blocked can charge a card again, with immediate effect. If this was not you, freeze the card at once.',
      ],
    },
    'security.merchantCap': {
      title: ['Cap of a merchant changed'],
      content: [
        '{merchant} can charge the card ending in {last4} at most {limit} {currency} within 30 days, with immediate effect. If this was not you, freeze the card at once.',
        '{merchant} no longer has a 30-day cap on the card ending in {last4}. If this was not you, freeze the card at once.',
        'The 30-day cap of a merchant was changed. If this was not you, freeze the card at once.',
      ],
    },
    'cardState.chargeShort': {
      title: ['{merchant} may be declined soon', 'A regular charge may be declined soon'],
      content: [
        'Around {date}, {count} regular charges of about {amount} {currency} in all, fees included, are expected, {merchant} among them. The card ending in {last4} has {available} {currency} available, {missing} {currency} too little. Recharge it now to be sure. A declined payment costs nothing, but the merchant may end the service.',
        '{merchant} is expected to charge about {amount} {currency}, fees included, around {date}. The card ending in {last4} has {available} {currency} available, {missing} {currency} too little. Recharge it now to be sure. A declined payment costs nothing, but the merchant may end the service.',
        'A card has too little available for a regular charge that is expected. Recharge it now to be sure; a declined payment costs nothing.',
      ],
    },
    'cardState.dearer': {
      title: ['{merchant} charges more', 'A regular charge costs more'],
      content: [
        '{merchant} charged the card ending in {last4} {amount} {currency} this time; the last time it was {before} {currency}. To end it, cancel with the merchant; you can also block its charges or cap them.',
        'A merchant’s regular charge costs more than the last time. Tap to see.',
      ],
    },
  },
}
