import type { Words } from './words.ts'
import { application, applicationReasons } from './words-application.ts'
import { card, declines } from './words-card.ts'
import { withdraw } from './words-withdraw.ts'

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
        'Your withdrawal of {amount} {currency} has moved on. Tap to see.',
        'Your withdrawal has moved on. Tap to see.',
      ],
    },
    openCardSuccess: {
      title: ['Your card is open'],
      content: [
        '{cardType} ending in {last4} is open: recharge it and pay.',
        'The card ending in {last4} is open: recharge it and pay.',
        'Your new card is open: recharge it and pay.',
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
        'At {merchant} with the card ending in {last4}: {reason}. Nothing was charged, and there is no fee.',
        'With the card ending in {last4}: {reason}. Nothing was charged, and there is no fee.',
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
      title: ['Card transfer of {amount} {currency}', 'Card transfer'],
      content: [
        '{amount} {currency} was transferred with the card ending in {last4}.',
        '{amount} {currency} was transferred.',
        'There was a transfer with your card. Tap to see.',
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
      content: ['Your application for a physical card has moved on. Tap to see.'],
    },
    verify: { title: ['Identity verification'], content: ['Your verification has moved on. Tap to see.'] },
  },
  variants: {
    'deposit.lost': {
      title: ['The network took back a deposit', 'A deposit was taken back'],
      content: [
        'The network has undone the block with your deposit of {amount} {currency} on {chain}. Your balance is unchanged; withdrawals are paused for 24 hours while we look at it.',
        'The network has undone a deposit. Your balance is unchanged; withdrawals are paused for 24 hours while we look at it.',
      ],
    },
    'deposit.unsupported': {
      title: ['Unsupported token, not credited'],
      content: [
        'A token that we do not support came to your {chain} address (contract {token}). It is not credited, whatever it calls itself. If you sent it, contact us with the transaction hash {txId}; if you did not, ignore it and do not visit any site it names.',
        'A token that we do not support came to your address. It is not credited, whatever it calls itself. If you sent it, contact us with the transaction hash; if you did not, ignore it.',
      ],
    },
    'refundArrival.wallet': {
      title: ['Refund to your wallet'],
      content: [
        '{merchant} returned {amount} {currency}. The card is closed, so it went to your wallet.',
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
    'verify.approved': { title: ['You are verified'], content: ['You can open a card now.'] },
    'verify.reject': {
      title: ['Your verification was refused'],
      content: ['{reason}', 'What you sent could not be accepted. Please verify again.'],
    },
    'verify.need_more': {
      title: ['Your verification needs more'],
      content: ['{reason}', 'Please add what is missing and submit again.'],
    },
    'security.newDevice': {
      title: ['A new device signed in'],
      content: [
        '{device} (IP {ip}) signed in to your account. If this was not you, change your login password at once.',
        'A new device signed in to your account. If this was not you, change your login password at once.',
      ],
    },
    'security.passwordChanged': {
      title: ['Login password changed'],
      content: [
        'Other devices are signed out and withdrawals are paused for 24 hours. If this was not you, contact us at once.',
      ],
    },
    'security.passwordReset': {
      title: ['Login password reset'],
      content: [
        'All devices are signed out and withdrawals are paused for 24 hours. If this was not you, contact us at once.',
      ],
    },
    'security.pinSet': {
      title: ['Fund PIN set'],
      content: ['You will need it whenever money moves. Remember it, and tell it to nobody.'],
    },
    'security.pinChanged': {
      title: ['Fund PIN changed'],
      content: [
        'Withdrawals are paused for 24 hours; everything else works as before. If this was not you, contact us at once.',
      ],
    },
    'security.telegramBound': {
      title: ['Telegram bound'],
      content: [
        '{name} can sign in to your account now. Withdrawals are paused for 24 hours, and moving money still needs the fund PIN. If this was not you, contact us at once.',
        'Telegram can sign in to your account now. Withdrawals are paused for 24 hours.',
      ],
    },
    'security.cardViewed': {
      title: ['Card details were shown'],
      content: [
        'The full number of the card ending in {last4} was just shown on {device}. If this was not you, freeze the card at once.',
        'The full number of a card was just shown. If this was not you, freeze the card at once.',
      ],
    },
    'security.telegramUnbound': {
      title: ['Telegram unbound'],
      content: [
        'From now on sign in with e-mail and password. Withdrawals are paused for 24 hours. If this was not you, contact us at once.',
      ],
    },
    'security.addressSaved': {
      title: ['Withdrawal address saved'],
      content: [
        '"{label}" ({chain}, {address}) is in your address book. If this was not you, change your login password and contact us at once.',
        'An address was added to your address book. If this was not you, change your login password and contact us at once.',
      ],
    },
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
      title: ['Card suspended'],
      content: [
        'For safety the card ending in {last4} is suspended. Please contact us.',
        'For safety your card is suspended. Please contact us.',
      ],
    },
    'cardState.negative': {
      title: ['Card balance below zero'],
      content: [
        'The card ending in {last4} is below zero. Recharge it to pay again; there is no fee.',
        'Recharge your card to pay again; there is no fee.',
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
    ...withdraw.en,
    ...application.en,
  },
  values: {
    ...declines.en,
    'reason.refused': 'it did not pass our checks',
    'reason.reverted': 'the network undid it',
    'reason.replaced': 'the network never took it',
    'reason.card_open_failed': 'the issuer did not open it',
    'reason.budget_failed': 'the issuer did not set up the funding record',
    ...applicationReasons.en,
  },
}
