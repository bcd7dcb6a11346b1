import type { Words } from './template.ts'

/** Physical cards, from the application to the card in hand, in both languages; part of the notices' variants. */
export const application: Record<'zh' | 'en', Words['variants']> = {
  zh: {
    'application.applying': {
      title: ['实体卡申请已提交'],
      content: [
        '已预留 {amount} {currency} 用于制作和邮寄{cardType}，等待发卡方审批。制作开始前您可以随时取消，款项全额退回。',
        '您的实体卡申请正在等待发卡方审批，制作开始前可以随时取消。',
      ],
    },
    'application.making': {
      title: ['实体卡申请已通过'],
      content: [
        '{cardType}已通过审批，开始制作，之后不能再取消。寄出后我们会通知您。',
        '您的实体卡开始制作。',
      ],
    },
    'application.shipped': {
      title: ['实体卡已寄出'],
      content: [
        '{cardType}（尾号 {last4}）已由 {carrier} 寄出，单号 {number}。收到后请激活。',
        '您的实体卡已寄出，收到后请激活。',
      ],
    },
    'application.success': {
      title: ['实体卡已送达'],
      content: [
        '{cardType}（尾号 {last4}）已送达，请用随卡信件中的六位激活码激活。',
        '您的实体卡已送达，请激活。',
      ],
    },
    'application.fail': {
      title: ['实体卡申请未通过'],
      content: [
        '没有制作{cardType}：{reason}。{amount} {currency} 已全额退回钱包，资料已保留，可以修改后重新申请。',
        '您的实体卡申请未通过，款项已全额退回钱包，可以修改后重新申请。',
      ],
    },
    'application.cancelled': {
      title: ['实体卡申请已取消'],
      content: ['{amount} {currency} 已全额退回钱包。', '款项已全额退回钱包。'],
    },
    'application.returned': {
      title: ['实体卡被退回'],
      content: [
        '{cardType}（尾号 {last4}）没有送达，已退回。请确认邮寄地址并支付邮寄费，我们会再次寄出。',
        '您的实体卡没有送达，请确认邮寄地址，我们会再次寄出。',
      ],
    },
    'application.remailing': {
      title: ['实体卡将再次寄出'],
      content: ['已预留邮寄费 {amount} {currency}，寄出后我们会通知您。', '寄出后我们会通知您。'],
    },
    'application.mailing_failed': {
      title: ['实体卡没有再次寄出'],
      content: ['发卡方没有接受这个地址，邮寄费已退回钱包。请换一个地址再试。'],
    },
    'application.too_late': {
      title: ['实体卡无法取消'],
      content: [
        '取消时{cardType}已经开始制作，申请继续进行，您会收到这张卡。',
        '取消时已经开始制作，申请继续进行。',
      ],
    },
    'security.activationLocked': {
      title: ['激活码多次输错'],
      content: [
        '尾号 {last4} 的卡激活码连续输错五次，一小时内不能再试。如果不是您本人操作，请立即联系客服。',
        '激活码连续输错五次，一小时内不能再试。如果不是您本人操作，请立即联系客服。',
      ],
    },
    'security.cardPinChanged': {
      title: ['卡 PIN 已修改'],
      content: [
        '尾号 {last4} 的卡已设置新的 PIN。如果不是您本人操作，请立即冻结卡片并联系客服。',
        '您的卡已设置新的 PIN。如果不是您本人操作，请立即冻结卡片并联系客服。',
      ],
    },
    'security.cardPhoneChanged': {
      title: ['卡片手机号已修改'],
      content: [
        '尾号 {last4} 的卡换了手机号。如果不是您本人操作，请立即冻结卡片并联系客服。',
        '您的卡换了手机号。如果不是您本人操作，请立即冻结卡片并联系客服。',
      ],
    },
  },
  en: {
    'application.applying': {
      title: ['Physical card application submitted'],
      content: [
        '{amount} {currency} is reserved for making and mailing the {cardType}, which waits for the issuer’s approval. You can cancel until production starts, and everything comes back.',
        'Your application waits for the issuer’s approval. You can cancel until production starts.',
      ],
    },
    'application.making': {
      title: ['Physical card approved'],
      content: [
        'The {cardType} is approved and being made; it can no longer be canceled. We will tell you when it is mailed.',
        'Your physical card is being made.',
      ],
    },
    'application.shipped': {
      title: ['Physical card mailed'],
      content: [
        'The {cardType} ending in {last4} is on its way with {carrier}, number {number}. Activate it when it arrives.',
        'Your physical card is on its way. Activate it when it arrives.',
      ],
    },
    'application.success': {
      title: ['Physical card delivered'],
      content: [
        'The {cardType} ending in {last4} has arrived. Activate it with the 6-digit code in its letter.',
        'Your physical card has arrived. Please activate it.',
      ],
    },
    'application.fail': {
      title: ['Physical card not approved'],
      content: [
        'The {cardType} was not made: {reason}. All of {amount} {currency} is back in your wallet. Your details are kept: change them and apply again.',
        'Your physical card was not made. Everything is back in your wallet.',
      ],
    },
    'application.cancelled': {
      title: ['Physical card canceled'],
      content: ['All of {amount} {currency} is back in your wallet.', 'Everything is back in your wallet.'],
    },
    'application.returned': {
      title: ['Physical card returned to us'],
      content: [
        'The {cardType} ending in {last4} could not be delivered. Check the address and pay mailing, and we will send it again.',
        'Your physical card could not be delivered. Check the address, and we will send it again.',
      ],
    },
    'application.remailing': {
      title: ['Physical card will be mailed again'],
      content: [
        '{amount} {currency} is reserved for mailing. We will tell you when it is on its way.',
        'We will tell you when it is on its way.',
      ],
    },
    'application.mailing_failed': {
      title: ['Physical card was not mailed again'],
      content: [
        'The issuer did not accept this address; the mailing fee is back in your wallet. Please choose another.',
      ],
    },
    'application.too_late': {
      title: ['Physical card could not be canceled'],
      content: [
        'Production of the {cardType} had started when you canceled, so the application continues and you will get the card.',
        'Production had started when you canceled, so the application continues.',
      ],
    },
    'security.activationLocked': {
      title: ['Activation code wrong five times'],
      content: [
        'The activation code of the card ending in {last4} was wrong five times; try again in an hour. If this was not you, contact us at once.',
        'An activation code was wrong five times; try again in an hour. If this was not you, contact us at once.',
      ],
    },
    'security.cardPinChanged': {
      title: ['Card PIN changed'],
      content: [
        'The card ending in {last4} has a new PIN. If this was not you, freeze the card and contact us at once.',
        'Your card has a new PIN. If this was not you, freeze the card and contact us at once.',
      ],
    },
    'security.cardPhoneChanged': {
      title: ['Card phone number changed'],
      content: [
        'The card ending in {last4} has a new phone number. If this was not you, freeze the card and contact us at once.',
        'Your card has a new phone number. If this was not you, freeze the card and contact us at once.',
      ],
    },
  },
}

/** Why an application ended, in both languages; part of the words of values. */
export const applicationReasons: Record<'zh' | 'en', Words['values']> = {
  zh: {
    'reason.issuer_refused': '发卡方没有通过',
    'reason.issuer_cancelled': '发卡方取消了这次制卡',
    'reason.cardholder_needed': '发卡方没有确认持卡人',
    'reason.address_not_served': '暂时不能寄到这个地址',
    'reason.name_not_printable': '这个姓名无法印在卡上',
  },
  en: {
    'reason.issuer_refused': 'the issuer did not approve it',
    'reason.issuer_cancelled': 'the issuer canceled the order',
    'reason.cardholder_needed': 'the issuer has not confirmed the cardholder',
    'reason.address_not_served': 'we cannot mail to this address yet',
    'reason.name_not_printable': 'this name cannot be printed on a card',
  },
}
