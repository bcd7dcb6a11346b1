import { unknownDevice } from '../../../contract/device.ts'
import { depositAddress } from './address.ts'
import { application, applicationReasons } from './application.ts'
import { auto } from './auto.ts'
import { card } from './card.ts'
import { cardKindNames } from './card-kinds.ts'
import { challenged } from './challenge.ts'
import { deletion } from './deletion.ts'
import { dispute } from './dispute.ts'
import { fee } from './fee.ts'
import { merchant } from './merchant.ts'
import { passkey } from './passkey.ts'
import { declines, purchase } from './purchase.ts'
import { reasons } from './reason.ts'
import { awaitedRefund, refundPlaces } from './refund.ts'
import { renewal } from './renewal.ts'
import { security } from './security.ts'
import type { Words } from './template.ts'
import { verify } from './verify.ts'
import { withdraw } from './withdraw.ts'

/** The words of notices in English. */
export const en: Words = {
  notices: {
    welcome: {
      title: ['Welcome to Glaze'],
      content: [
        'Three steps to your first purchase: verify your identity, set the fund PIN, then deposit and open a card. Any question: Me → Help.',
      ],
    },
    deposit: {
      title: ['{amount} {currency} arrived', 'Your deposit arrived'],
      content: [
        'Your deposit of {amount} {currency} on {chain} is confirmed and ready to use.',
        'Your deposit of {amount} {currency} is confirmed and ready to use.',
        'Your deposit is confirmed and ready to use.',
      ],
    },
    withdraw: {
      title: ['Withdrawal of {amount} {currency}', 'Your withdrawal'],
      content: [
        'There is news of your withdrawal of {amount} {currency}. Tap to see.',
        'There is news of your withdrawal. Tap to see.',
      ],
    },
    openCardSuccess: {
      title: ['Your card is open'],
      content: [
        'The {cardType} ending in {last4} is open: you can recharge it and pay with it.',
        'The card ending in {last4} is open: you can recharge it and pay with it.',
        'Your new card is open: you can recharge it and pay with it.',
      ],
    },
    openCardFail: {
      title: ['The card was not opened'],
      content: [
        'The issuer did not open this card. All of {amount} {currency} is back in your wallet.',
        'The issuer did not open this card. Everything is back in your wallet.',
      ],
    },
    rechargeArrival: {
      title: ['{amount} {currency} recharged', 'Card recharged'],
      content: [
        '{amount} {currency} is on the card ending in {last4}.',
        '{amount} {currency} is on your card.',
        'The recharge is on your card.',
      ],
    },
    consume: {
      title: ['You paid {amount} {currency}', 'Card purchase'],
      content: [
        '{amount} {currency} at {merchant} with the card ending in {last4}.',
        '{amount} {currency} with the card ending in {last4}.',
        'There was a purchase with your card. Tap to see.',
      ],
    },
    declined: {
      title: ['A purchase of {amount} {currency} was declined', 'A purchase was declined'],
      content: [
        '{merchant}, card ending in {last4}: {reason} (limit {limit} {currency}, {used} {currency} already used). Nothing was charged, and there is no fee.',
        '{merchant}, card ending in {last4}: {reason} (limit {limit} {currency}). Nothing was charged, and there is no fee.',
        '{merchant}, card ending in {last4}: {reason}. Nothing was charged, and there is no fee.',
        'Card ending in {last4}: {reason}. Nothing was charged, and there is no fee.',
        'The reason: {reason}. Nothing was charged, and there is no fee.',
        'Nothing was charged, and there is no fee.',
      ],
    },
    refundArrival: {
      title: ['Refund of {amount} {currency}', 'A refund arrived'],
      content: [
        '{merchant} returned {amount} {currency} to the card ending in {last4}.',
        '{merchant} returned {amount} {currency}.',
        'A refund of {amount} {currency} has arrived.',
        'A refund has arrived.',
      ],
    },
    cardTransfer: {
      title: ['{amount} {currency} moved to your wallet', 'Moved to your wallet'],
      content: [
        '{amount} {currency} from the card ending in {last4} is in your wallet.',
        '{amount} {currency} from your card is in your wallet.',
        'Money from your card is in your wallet.',
      ],
    },
    converted: {
      title: ['{amount} {currency} converted', 'Conversion done'],
      content: [
        '{amount} {currency} became {received} USDT in your wallet.',
        'Your conversion is done. Tap to see.',
      ],
    },
    cardState: {
      title: ['Your card has changed'],
      content: ['The card ending in {last4} has changed. Tap to see.', 'Your card has changed. Tap to see.'],
    },
    security: {
      title: ['Security notice'],
      content: [
        'The security of your account was changed. If this was not you, reset your login password and contact us at once.',
      ],
    },
    application: {
      title: ['Physical card'],
      content: ['There is news of your physical card application. Tap to see.'],
    },
    verify: {
      title: ['Identity verification'],
      content: ['There is news of your verification. Tap to see.'],
    },
    notice: { title: ['Notice'], content: ['There is a notice for you.'] },
    reward: {
      title: ['{amount} {currency} for your invitation', 'A reward for your invitation'],
      content: [
        'A friend you invited is verified and has recharged a card: {amount} {currency} is in your wallet.',
        'The reward is in your wallet.',
      ],
    },
    feedback: {
      title: ['Ticket {number} is answered', 'Your feedback is answered'],
      content: ['{text}', 'Tap to read the answer, and to reply.'],
    },
    agreement: {
      title: ['Version {version} of the {document}', 'An agreement has a new version'],
      content: [
        'The {document} has a new version. Tap to see what changed, and agree once you have read it.',
        'Tap to see what changed, and agree once you have read it.',
      ],
    },
    challenge: challenged.en.asked,
  },
  variants: {
    'feedback.closed': {
      title: ['Ticket {number} is closed', 'Your feedback is closed'],
      content: ['{text}', 'Not solved? Just reply to open it again.'],
    },
    'agreement.coming': {
      title: ['New {document} from {date}', 'An agreement will have a new version'],
      content: [
        'From {date} (UTC) version {version} of the {document} applies; until then the current one does. Tap to see what changes and the new text. If you do not accept it, you can delete your account before that day.',
        'Tap to see what changes and the new text.',
      ],
    },
    'agreement.several': {
      title: ['Agreements change from {date}', 'Several agreements will have new versions'],
      content: [
        'There are new versions of the {documents}. The first of them applies from {date} (UTC); until then the current ones do. Tap, and open each to see what changes, from when, and the new text. If you do not accept them, you can delete your account before that day.',
        'Tap to see of each what changes, from when, and the new text.',
      ],
    },
    'deposit.lost': {
      title: ['The network undid a deposit', 'A deposit was undone'],
      content: [
        'The network has undone the block with your deposit of {amount} {currency} on {chain}. Your balance is unchanged. Your account is frozen until it is back on chain and confirmed, or we have checked it: withdrawals, card payments and transfers are stopped.',
        'The network has undone a deposit. Your balance is unchanged. Your account is frozen until it is back on chain and confirmed, or we have checked it: withdrawals, card payments and transfers are stopped.',
      ],
    },
    'deposit.found': {
      title: ['Deposit of {amount} {currency} is back', 'A deposit is back'],
      content: [
        'Your deposit of {amount} {currency} is on {chain} again and confirmed. Your balance has not changed, and nothing is stopped because of it any more.',
        'The deposit that the network had undone is back and confirmed. Your balance has not changed, and nothing is stopped because of it any more.',
      ],
    },
    ...depositAddress.en,
    'deposit.unsupported': {
      title: ['Unsupported token, not credited'],
      content: [
        'A token that we do not support came to your {chain} address (contract {token}). It is not credited, whatever it calls itself. If you sent it, contact us with the transaction hash {txId}; if you did not, ignore it and do not visit any site it names.',
        'A token that we do not support came to your address. It is not credited, whatever it calls itself. If you sent it, contact us with the transaction hash; if you did not, ignore it.',
      ],
    },
    'deposit.excess': {
      title: ['{amount} {currency} went to your wallet', 'The rest went to your wallet'],
      content: [
        'More arrived for your card on {chain} than one recharge allows. The excess of {amount} {currency} is in your wallet, ready to use.',
        'More arrived for your card than one recharge allows. The excess is in your wallet.',
      ],
    },
    'refundArrival.wallet': {
      title: ['Refund to your wallet'],
      content: [
        '{merchant} returned {amount} {currency}. The card ending in {last4} is no longer in use, so it went to your wallet.',
        'A refund went to your wallet.',
      ],
    },
    'refundArrival.both': {
      title: ['Refund to your card and wallet'],
      content: [
        '{merchant} returned {amount} {currency}: part of it went to the card, the rest to your wallet.',
        'A refund has arrived.',
      ],
    },
    ...verify.en,
    ...security.en,
    ...passkey.en,
    'cardState.active': {
      title: ['Your card is ready'],
      content: ['The card ending in {last4} can be used now.', 'Your card can be used now.'],
    },
    'cardState.frozen_user': {
      title: ['Card frozen'],
      content: [
        'The card ending in {last4} is frozen as you asked; it cannot pay until you unfreeze it.',
        'Your card is frozen; it cannot pay until you unfreeze it.',
      ],
    },
    'cardState.frozen_risk': {
      title: ['Card frozen for safety'],
      content: [
        'For safety the card ending in {last4} is frozen. Please contact us.',
        'For safety your card is frozen. Please contact us.',
      ],
    },
    'cardState.negative': {
      title: ['Card balance below zero'],
      content: [
        'The card ending in {last4} is {amount} {currency} below zero and purchases are paused. Repay it, or recharge the card, to pay again; the debt itself costs nothing.',
        'Your card is below zero and purchases are paused. Repay it, or recharge the card, to pay again; the debt itself costs nothing.',
      ],
    },
    'cardState.pin_blocked': {
      title: ['Card PIN blocked'],
      content: [
        'The PIN of the card ending in {last4} was entered wrongly three times. Set a new one to pay again.',
        'Your card PIN was entered wrongly three times. Set a new one to pay again.',
      ],
    },
    ...card.en,
    ...merchant.en,
    ...purchase.en,
    ...auto.en,
    ...fee.en,
    ...renewal.en,
    ...withdraw.en,
    ...deletion.en,
    ...application.en,
    ...dispute.en,
    ...challenged.en.ends,
    ...awaitedRefund.en,
  },
  values: {
    [`device.${unknownDevice}`]: 'an unknown device',
    'document.service': 'service agreement',
    'document.privacy': 'privacy policy',
    'document.card': 'cardholder agreement',
    'document.fees': 'fee schedule',
    'document.risk': 'risk notice',
    ...cardKindNames.en,
    ...declines.en,
    ...refundPlaces.en,
    'reason.refused': 'it did not pass our review',
    'reason.reverted': 'the network did not carry it out',
    'reason.replaced': 'the transaction is void and will not be carried out',
    'reason.card_open_failed': 'the issuer did not open it',
    'reason.budget_failed': 'the issuer did not set up your funding account',
    ...applicationReasons.en,
    ...reasons.en,
  },
}
