import type { Words } from './template.ts'

/** The words of cards that are renewed, by language; spread into those of the language. */
export const renewal: Record<'zh' | 'en', Words['variants']> = {
  zh: {
    'cardState.renewalAhead': {
      title: ['卡片即将到期，会自动续期'],
      content: [
        '尾号 {last4} 的卡即将到期，我们会从 {date}起为它续期，不收费用。卡号、余额、限额和设置都不变，有效期和安全码会换新。不想续期，可在此之前到卡片页选择不续期。',
        '您的卡即将到期，我们会为它续期，不收费用。不想续期，可到卡片页选择不续期。',
      ],
    },
    'cardState.renewalUnwanted': {
      title: ['卡片不再续期'],
      content: [
        '您选择了不续期：尾号 {last4} 的卡到期后停用，余额会转入钱包。到期之前可以在卡片页恢复续期。如果不是您本人操作，请恢复续期并重设登录密码。',
        '您选择了不续期：卡到期后停用，余额会转入钱包。到期之前可以在卡片页恢复续期。',
      ],
    },
    'cardState.renewed': {
      title: ['卡片已续期'],
      content: [
        '尾号 {last4} 的卡已续期，没有收取费用。卡号不变，有效期和安全码已换新：请在保存了这张卡的地方更新，否则扣款可能失败。',
        '您的卡已续期，没有收取费用。卡号不变，有效期和安全码已换新，请在保存了这张卡的地方更新。',
      ],
    },
    'cardState.renewalAheadPlastic': {
      title: ['实体卡即将到期，会自动换发'],
      content: [
        '尾号 {last4} 的实体卡即将到期，我们会从 {date}起为它换发新卡，寄到上次的收件地址，不收费用。卡号、余额和设置都不变，有效期和安全码会换新；新卡激活之前旧卡照常使用。不需要新卡，或地址有变，请在此之前到卡片页选择不续期。',
        '您的实体卡即将到期，我们会换发新卡，寄到上次的收件地址，不收费用。不需要新卡，或地址有变，请到卡片页选择不续期。',
      ],
    },
    'cardState.renewalMailed': {
      title: ['新的实体卡在制作和寄送'],
      content: [
        '尾号 {last4} 的实体卡已续期，没有收取费用。新卡会寄到上次的收件地址，收到后请在卡片页激活。激活之前旧卡照常使用，直到它到期。一个月还没收到，请联系客服。',
        '您的实体卡已续期，没有收取费用。新卡会寄到上次的收件地址，收到后请在卡片页激活。',
      ],
    },
    'cardState.renewalShipped': {
      title: ['新的实体卡已寄出'],
      content: [
        '尾号 {last4} 的新卡已由 {carrier} 寄出，单号 {number}。收到后请在卡片页激活；没有收到，也请在卡片页告诉我们。',
        '尾号 {last4} 的新卡已寄出。收到后请在卡片页激活；没有收到，也请在卡片页告诉我们。',
        '您的新实体卡已寄出。收到后请在卡片页激活。',
      ],
    },
    'cardState.renewalReturned': {
      title: ['新的实体卡被退回'],
      content: [
        '尾号 {last4} 的新卡没有投递成功，已退回发卡方，没有收取费用。旧卡到期之前照常使用。请在卡片页告诉我们寄到哪里。',
        '您的新实体卡没有投递成功，已退回发卡方。请在卡片页告诉我们寄到哪里。',
      ],
    },
    'cardState.renewedPlastic': {
      title: ['新的实体卡已激活'],
      content: [
        '尾号 {last4} 的新卡已激活，旧卡不能再用，请剪碎。卡号不变，有效期和安全码已换新：请在保存了这张卡的地方更新，否则扣款可能失败。',
        '新的实体卡已激活，旧卡不能再用。请在保存了这张卡的地方更新有效期和安全码。',
      ],
    },
    'cardState.plasticExpired': {
      title: ['旧卡已到期，请激活新卡'],
      content: [
        '尾号 {last4} 的旧卡已到期，激活新卡后才能消费，余额还在卡上。还没收到新卡，请联系客服。',
        '旧卡已到期，激活新卡后才能消费，余额还在卡上。还没收到新卡，请联系客服。',
      ],
    },
    'cardState.renewalRefused': {
      title: ['卡片未能续期'],
      content: [
        '发卡方没有为尾号 {last4} 的卡续期，没有收取费用。到期之前它照常使用，到期后停用，余额会转入钱包。我们正在核实，续期成功会另行通知；您也可以另开一张卡。',
        '发卡方没有为您的卡续期，没有收取费用。到期之前它照常使用，到期后停用，余额会转入钱包。',
      ],
    },
  },
  en: {
    'cardState.renewalAhead': {
      title: ['Your card expires soon and will be renewed'],
      content: [
        'The card ending in {last4} expires soon. From {date} on we renew it, free of charge: its number, balance, limits and settings stay, its expiry date and security code are new. If you do not want that, say so on its page before then.',
        'A card expires soon and will be renewed, free of charge. If you do not want that, say so on its page.',
      ],
    },
    'cardState.renewalUnwanted': {
      title: ['Card will not be renewed'],
      content: [
        'As you chose, the card ending in {last4} will not be renewed: it stops working when it expires, and its balance goes to your wallet. Until then you can have it renewed after all, on its page. If this was not you, do so and reset your password.',
        'As you chose, a card will not be renewed: it stops working when it expires, and its balance goes to your wallet. Until then you can have it renewed after all, on its page.',
      ],
    },
    'cardState.renewed': {
      title: ['Card renewed'],
      content: [
        'The card ending in {last4} is renewed, free of charge. Its number stays, its expiry date and security code are new: update them wherever the card is stored, or charges may fail.',
        'Your card is renewed, free of charge. Its number stays, its expiry date and security code are new: update them wherever it is stored.',
      ],
    },
    'cardState.renewalAheadPlastic': {
      title: ['Your card expires soon and will be reissued'],
      content: [
        'The physical card ending in {last4} expires soon. From {date} on we have a new one made and mailed to where the last one went, free of charge. Its number, balance and settings stay, its expiry date and security code are new; the old one works until you activate the new one. If you do not want it, or have moved, say no on its page before then.',
        'A physical card expires soon. A new one will be mailed to where the last one went, free of charge. If you do not want it, or have moved, say no on its page.',
      ],
    },
    'cardState.renewalMailed': {
      title: ['Your new card is being made and mailed'],
      content: [
        'The physical card ending in {last4} is renewed, free of charge. The new one is mailed to where the last one went: activate it on its page when it comes. Until then the old one works, up to its expiry. If nothing has come within a month, contact us.',
        'A physical card is renewed, free of charge. The new one is mailed to where the last one went: activate it on its page when it comes.',
      ],
    },
    'cardState.renewalShipped': {
      title: ['Your new card is on its way'],
      content: [
        'The new card ending in {last4} is on its way with {carrier}, number {number}. Activate it on its page when it comes; if it does not, tell us there.',
        'The new card ending in {last4} is on its way. Activate it on its page when it comes; if it does not, tell us there.',
        'Your new card is on its way. Activate it on its page when it comes.',
      ],
    },
    'cardState.renewalReturned': {
      title: ['Your new card came back'],
      content: [
        'The new card ending in {last4} could not be delivered and went back to the issuer. Nothing was charged, and the old one works until it expires. Tell us on its page where to send it.',
        'Your new card could not be delivered and went back to the issuer. Tell us on its page where to send it.',
      ],
    },
    'cardState.renewedPlastic': {
      title: ['New card activated'],
      content: [
        'The new card ending in {last4} is active and the old one no longer works: cut it up. Its number stays, its expiry date and security code are new: update them wherever the card is stored, or charges may fail.',
        'The new card is active and the old one no longer works. Update its expiry date and security code wherever the card is stored.',
      ],
    },
    'cardState.plasticExpired': {
      title: ['Old card expired: activate the new one'],
      content: [
        'The old card ending in {last4} has expired. Activate the new one to pay; the balance is still on the card. If the new one has not come, contact us.',
        'The old card has expired. Activate the new one to pay; the balance is still on the card. If it has not come, contact us.',
      ],
    },
    'cardState.renewalRefused': {
      title: ['Card not renewed'],
      content: [
        'The issuer did not renew the card ending in {last4}. Nothing was charged. It works until it expires, then its balance goes to your wallet. We are looking into it and will tell you if it is renewed after all; you can also open another card.',
        'The issuer did not renew your card. Nothing was charged. It works until it expires, then its balance goes to your wallet.',
      ],
    },
  },
}
