import type { Words } from './template.ts'

/** The words of notices about cards, by language; spread into those of the language. */
export const card: Record<'zh' | 'en', Words['variants']> = {
  zh: {
    'cardState.closed': {
      title: ['卡片已注销'],
      content: [
        '尾号 {last4} 的卡已注销，{amount} {currency} 已转入钱包。之后释放的预留金额和退款也会进入钱包。',
        '尾号 {last4} 的卡已注销。之后释放的预留金额和退款会进入钱包。',
        '您的卡已注销。',
      ],
    },
    'cardState.lost': {
      title: ['卡片已挂失'],
      content: [
        '尾号 {last4} 的卡已挂失，不能再消费；{amount} {currency} 已转入钱包。之后释放的预留金额和退款也会进入钱包。',
        '尾号 {last4} 的卡已挂失，不能再消费。之后释放的预留金额和退款会进入钱包。',
        '您的卡已挂失，不能再消费。',
      ],
    },
    'cardState.expired': {
      title: ['卡片已过期'],
      content: [
        '尾号 {last4} 的卡已过期，不能再消费；{amount} {currency} 已转入钱包。之后释放的预留金额和退款也会进入钱包。您可以再开一张卡。',
        '尾号 {last4} 的卡已过期，不能再消费。之后释放的预留金额和退款会进入钱包。您可以再开一张卡。',
        '您的卡已过期，不能再消费。',
      ],
    },
    'cardState.expiredHeld': {
      title: ['卡片已过期'],
      content: [
        '尾号 {last4} 的卡已过期，不能再消费。为了安全，卡上的余额暂时不能动用，请联系客服核实。',
        '您的卡已过期，不能再消费。为了安全，卡上的余额暂时不能动用，请联系客服核实。',
      ],
    },
    'cardState.inactive': {
      title: ['卡片已解冻，待激活'],
      content: ['尾号 {last4} 的卡已解冻，激活后才能消费。', '您的卡已解冻，激活后才能消费。'],
    },
    'cardState.usedOnce': {
      title: ['用过一次，卡片已冻结'],
      content: [
        '尾号 {last4} 的卡刚刚在 {merchant} 消费，已按您的设置自动冻结。再次使用前请解冻，解冻后可以再消费一笔。',
        '尾号 {last4} 的卡刚刚消费了一笔，已按您的设置自动冻结。再次使用前请解冻，解冻后可以再消费一笔。',
        '您的卡已按设置在消费一笔后自动冻结，再次使用前请解冻。',
      ],
    },
    'cardTransfer.waiting': {
      title: ['{amount} {currency} 等待转入卡片', '有一笔款项等待转入卡片'],
      content: [
        '尾号 {last4} 的卡地址收到 {amount} {currency}（{chain}）。它不是 USDT，需要您确认：按当时的汇率兑换后转入卡片。确认之前它在钱包里，可以随时使用。',
        '卡地址收到一笔其他币种的款项，需要您确认后兑换并转入卡片。确认之前它在钱包里。',
      ],
    },
    'cardTransfer.confirmed': {
      title: ['{amount} {currency} 已转入卡片', '已转入卡片'],
      content: [
        '{amount} {currency} 已按您的确认兑换，{received} USD 进入尾号 {last4} 的卡。',
        '已按您的确认兑换并转入卡片。',
      ],
    },
    'cardTransfer.adjusted': {
      title: ['余额调整 {amount} {currency}', '余额调整'],
      content: [
        '我们调整了尾号 {last4} 的卡的余额：{amount} {currency}。原因：{adjusted}。{note} 如有疑问，请联系客服。',
        '我们调整了尾号 {last4} 的卡的余额：{amount} {currency}。原因：{adjusted}。如有疑问，请联系客服。',
        '我们调整了您的钱包余额：{amount} {currency}。原因：{adjusted}。{note} 如有疑问，请联系客服。',
        '我们调整了您的钱包余额：{amount} {currency}。原因：{adjusted}。如有疑问，请联系客服。',
        '我们调整了您的余额。原因：{note}。如有疑问，请联系客服。',
        '我们调整了您的余额。如有疑问，请联系客服。',
      ],
    },
    'cardTransfer.freed': {
      title: ['{amount} {currency} 已转入钱包', '已转入钱包'],
      content: [
        '尾号 {last4} 的卡已停用，释放的 {amount} {currency} 已转入钱包。',
        '停用的卡释放了一笔预留金额，已转入钱包。',
      ],
    },
    'cardTransfer.debtCarried': {
      title: ['欠款 {amount} {currency} 转到新卡', '欠款转到新卡'],
      content: [
        '挂失卡（尾号 {lost}）的欠款 {amount} {currency} 已转到接替它的卡（尾号 {last4}）上。充值还清后，这张卡就能照常消费。',
        '挂失卡的欠款已转到接替它的卡上。充值还清后，这张卡就能照常消费。',
      ],
    },
    'cardTransfer.debtRepaid': {
      title: ['已还欠款 {amount} {currency}', '已还欠款'],
      content: [
        '退回挂失卡（尾号 {lost}）的 {amount} {currency} 已用来偿还尾号 {last4} 的卡的欠款。',
        '退回挂失卡的钱已用来偿还接替它的卡的欠款。',
      ],
    },
    'cardTransfer.debtPaid': {
      title: ['已还欠款 {amount} {currency}', '已还欠款'],
      content: [
        '您从钱包还清了尾号 {last4} 的卡的欠款 {amount} {currency}，没有收取费用。',
        '您从钱包还清了一张卡的欠款，没有收取费用。',
      ],
    },
    'openCardFail.replacement': {
      title: ['补卡未成功'],
      content: ['发卡方没有开通替换的新卡，没有收取费用。您可以重新申请补办，仍然免费，或联系客服。'],
    },
    'security.cardLimits': {
      title: ['消费限额已修改'],
      content: [
        '尾号 {last4} 的卡的消费限额已修改，立即生效。如果不是您本人操作，请立即冻结卡片。',
        '卡片的消费限额已修改，立即生效。如果不是您本人操作，请立即冻结卡片。',
      ],
    },
    'security.cardRules': {
      title: ['卡片使用设置已修改'],
      content: [
        '尾号 {last4} 的卡的使用范围已修改，立即生效。如果不是您本人操作，请立即冻结卡片。',
        '卡片的使用范围已修改，立即生效。如果不是您本人操作，请立即冻结卡片。',
      ],
    },
    'security.cardShops': {
      title: ['商户类别设置已修改'],
      content: [
        '尾号 {last4} 的卡可以付款的商户类别已修改，立即生效。如果不是您本人操作，请立即冻结卡片。',
        '卡片可以付款的商户类别已修改，立即生效。如果不是您本人操作，请立即冻结卡片。',
      ],
    },
    'security.gamblingWaits': {
      title: ['已申请恢复博彩付款'],
      content: [
        '{hours} 小时后，尾号 {last4} 的卡可以在博彩商户付款；在那之前仍会拒绝，可以随时撤回。如果不是您本人操作，请立即撤回并冻结卡片。',
        '卡片将可以在博彩商户付款；生效前可以随时撤回。如果不是您本人操作，请立即撤回并冻结卡片。',
      ],
    },
  },
  en: {
    'cardState.closed': {
      title: ['Card closed'],
      content: [
        'The card ending in {last4} is closed and {amount} {currency} went to your wallet. Amounts released later and refunds go there too.',
        'The card ending in {last4} is closed. Amounts released later and refunds go to your wallet.',
        'Your card is closed.',
      ],
    },
    'cardState.lost': {
      title: ['Card reported lost'],
      content: [
        'The card ending in {last4} was reported lost and can no longer be used; {amount} {currency} went to your wallet. Amounts released later and refunds go there too.',
        'The card ending in {last4} was reported lost and can no longer be used. Amounts released later and refunds go to your wallet.',
        'Your card was reported lost and can no longer be used.',
      ],
    },
    'cardState.expired': {
      title: ['Card expired'],
      content: [
        'The card ending in {last4} has expired and can no longer be used; {amount} {currency} went to your wallet. Amounts released later and refunds go there too. You can open another card.',
        'The card ending in {last4} has expired and can no longer be used. Amounts released later and refunds go to your wallet. You can open another card.',
        'Your card has expired and can no longer be used.',
      ],
    },
    'cardState.expiredHeld': {
      title: ['Card expired'],
      content: [
        'The card ending in {last4} has expired and can no longer be used. For your safety its balance cannot be moved for now: please contact us.',
        'Your card has expired and can no longer be used. For your safety its balance cannot be moved for now: please contact us.',
      ],
    },
    'cardState.inactive': {
      title: ['Card unfrozen, not activated yet'],
      content: [
        'The card ending in {last4} is no longer frozen. Activate it to pay with it.',
        'Your card is no longer frozen. Activate it to pay with it.',
      ],
    },
    'cardState.usedOnce': {
      title: ['Used once, the card is frozen'],
      content: [
        'The card ending in {last4} has just paid {merchant} and froze itself, as you set it. Unfreeze it to pay with it once more.',
        'The card ending in {last4} has just paid and froze itself, as you set it. Unfreeze it to pay with it once more.',
        'Your card froze itself after a purchase, as you set it. Unfreeze it to pay with it once more.',
      ],
    },
    'cardTransfer.waiting': {
      title: ['{amount} {currency} is waiting for your card', 'Money is waiting for your card'],
      content: [
        'The address of the card ending in {last4} received {amount} {currency} ({chain}). It is not USDT, so please confirm: it is then converted at the rate of that moment and moved to the card. Until then it is in your wallet and free to use.',
        'The address of a card received another coin. Confirm to convert it and move it to the card; until then it is in your wallet.',
      ],
    },
    'cardTransfer.confirmed': {
      title: ['{amount} {currency} went to your card', 'It went to your card'],
      content: [
        '{amount} {currency} was converted as you confirmed, and {received} USD is on the card ending in {last4}.',
        'It was converted as you confirmed, and is on the card.',
      ],
    },
    'cardTransfer.adjusted': {
      title: ['Balance adjusted: {amount} {currency}', 'Balance adjusted'],
      content: [
        'We adjusted the balance of the card ending in {last4} by {amount} {currency}. Reason: {adjusted}. {note} Contact us if you have a question.',
        'We adjusted the balance of the card ending in {last4} by {amount} {currency}. Reason: {adjusted}. Contact us if you have a question.',
        'We adjusted your wallet by {amount} {currency}. Reason: {adjusted}. {note} Contact us if you have a question.',
        'We adjusted your wallet by {amount} {currency}. Reason: {adjusted}. Contact us if you have a question.',
        'We adjusted your balance. Reason: {note}. Contact us if you have a question.',
        'We adjusted your balance. Contact us if you have a question.',
      ],
    },
    'cardTransfer.freed': {
      title: ['{amount} {currency} moved to your wallet', 'Moved to your wallet'],
      content: [
        'The card ending in {last4} is no longer in use: {amount} {currency} that was released went to your wallet.',
        'What was released on a card no longer in use went to your wallet.',
      ],
    },
    'cardTransfer.debtCarried': {
      title: ['Debt of {amount} {currency} moved to the new card', 'Debt moved to the new card'],
      content: [
        'What the lost card ending in {lost} owed, {amount} {currency}, is owed by the card ending in {last4} that replaces it. Recharge that card to repay it and go on paying.',
        'What the lost card owed is owed by the card that replaces it. Recharge that card to repay it and go on paying.',
      ],
    },
    'cardTransfer.debtRepaid': {
      title: ['{amount} {currency} of debt repaid', 'Debt repaid'],
      content: [
        '{amount} {currency} came back to the lost card ending in {lost} and repaid what the card ending in {last4} owed.',
        'What came back to a lost card repaid what the card that replaces it owed.',
      ],
    },
    'cardTransfer.debtPaid': {
      title: ['{amount} {currency} of debt repaid', 'Debt repaid'],
      content: [
        'From your wallet you repaid all that the card ending in {last4} owed, {amount} {currency}. There was no fee.',
        'From your wallet you repaid all that a card owed. There was no fee.',
      ],
    },
    'openCardFail.replacement': {
      title: ['The card was not replaced'],
      content: [
        'The issuer did not open the replacement card. Nothing was charged. Request it again, still free of charge, or contact us.',
      ],
    },
    'security.cardLimits': {
      title: ['Card limits changed'],
      content: [
        'The limits of the card ending in {last4} were changed, with immediate effect. If this was not you, freeze the card at once.',
        'The limits of a card were changed, with immediate effect. If this was not you, freeze the card at once.',
      ],
    },
    'security.cardRules': {
      title: ['Card usage settings changed'],
      content: [
        'How or where the card ending in {last4} can be used was changed, with immediate effect. If this was not you, freeze the card at once.',
        'How or where a card can be used was changed, with immediate effect. If this was not you, freeze the card at once.',
      ],
    },
    'security.cardShops': {
      title: ['Shop types changed'],
      content: [
        'The types of shops that the card ending in {last4} pays were changed, with immediate effect. If this was not you, freeze the card at once.',
        'The types of shops that a card pays were changed, with immediate effect. If this was not you, freeze the card at once.',
      ],
    },
    'security.gamblingWaits': {
      title: ['Gambling is to be allowed again'],
      content: [
        'In {hours} h the card ending in {last4} will pay for gambling again. Until then it declines, and you can take this back. If this was not you, take it back and freeze the card at once.',
        'A card will pay for gambling again; until then you can take this back. If this was not you, take it back and freeze the card at once.',
      ],
    },
  },
}
