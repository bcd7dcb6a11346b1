import type { Words } from './template.ts'

/** The words of what happens to a dispute, by language; spread into those of the language. */
export const dispute: Record<'zh' | 'en', Words['variants']> = {
  zh: {
    'feedback.disputeSent': {
      title: ['争议 {number} 已提交给发卡方', '争议已提交给发卡方'],
      content: [
        '您对 {merchant} 的 {amount} {currency} 提出的争议已提交给发卡方。审理通常需要几周，有进展会通知您。',
        '您对一笔消费提出的争议已提交给发卡方，有进展会通知您。',
      ],
    },
    'feedback.disputeEvidence': {
      title: ['争议 {number} 需要补充材料', '争议需要补充材料'],
      content: ['发卡方请您在 {date}之前补充材料：{note}', '发卡方请您为争议补充材料，点击查看并提交。'],
    },
    'feedback.disputeWon': {
      title: ['争议 {number} 成立', '争议成立'],
      content: [
        '您对 {merchant} 的 {amount} {currency} 提出的争议成立，退回的款项归您所有。',
        '您的争议成立，退回的款项归您所有。',
      ],
    },
    'feedback.disputeLost': {
      title: ['争议 {number} 未成立', '争议未成立'],
      content: [
        '发卡方没有支持您对 {merchant} 的 {amount} {currency} 提出的争议。暂时退回的款项会收回，不收取费用。如有疑问，请联系客服。',
        '发卡方没有支持您的争议。暂时退回的款项会收回，不收取费用。',
      ],
    },
    'feedback.disputeWithdrawn': {
      title: ['争议 {number} 已撤回', '争议已撤回'],
      content: [
        '您对 {merchant} 的 {amount} {currency} 提出的争议已撤回。暂时退回的款项会收回。',
        '您的争议已撤回。暂时退回的款项会收回。',
      ],
    },
    'feedback.disputeRefused': {
      title: ['争议 {number} 未被受理', '争议未被受理'],
      content: [
        '发卡方没有受理您对 {merchant} 的 {amount} {currency} 提出的争议，不收取费用。如有疑问，请联系客服。',
        '发卡方没有受理您的争议，不收取费用。如有疑问，请联系客服。',
      ],
    },
  },
  en: {
    'feedback.disputeSent': {
      title: ['Dispute {number} is with the issuer', 'Your dispute is with the issuer'],
      content: [
        'Your dispute about {amount} {currency} at {merchant} is with the issuer. It usually takes some weeks; we will keep you informed.',
        'Your dispute of a purchase is with the issuer. We will keep you informed.',
      ],
    },
    'feedback.disputeEvidence': {
      title: ['Dispute {number} needs more from you', 'Your dispute needs more from you'],
      content: [
        'Before {date} the issuer would like to see: {note}',
        'The issuer would like to see more for your dispute. Tap to see what, and to send it.',
      ],
    },
    'feedback.disputeWon': {
      title: ['Dispute {number} is won', 'Your dispute is won'],
      content: [
        'Your dispute about {amount} {currency} at {merchant} is won: what was credited is yours to keep.',
        'Your dispute is won: what was credited is yours to keep.',
      ],
    },
    'feedback.disputeLost': {
      title: ['Dispute {number} is lost', 'Your dispute is lost'],
      content: [
        'The issuer decided against your dispute about {amount} {currency} at {merchant}. Any credit is taken back; there is no fee. Contact us if you have a question.',
        'The issuer decided against your dispute. Any credit is taken back; there is no fee.',
      ],
    },
    'feedback.disputeWithdrawn': {
      title: ['Dispute {number} is withdrawn', 'Your dispute is withdrawn'],
      content: [
        'Your dispute about {amount} {currency} at {merchant} is withdrawn. Any credit is taken back.',
        'Your dispute is withdrawn. Any credit is taken back.',
      ],
    },
    'feedback.disputeRefused': {
      title: ['Dispute {number} was not accepted', 'Your dispute was not accepted'],
      content: [
        'The issuer did not accept your dispute about {amount} {currency} at {merchant}. There is no fee. Contact us if you have a question.',
        'The issuer did not accept your dispute. There is no fee. Contact us if you have a question.',
      ],
    },
  },
}
