/**
 * Every expected no, with its code on the wire and its English words (decisions D6; texts of specification
 * section 8). The app shows the words of `refusal.{key}` in the reader's language; `msg` is for people who read
 * the wire: the `: {name}` that ends some of them is the detail of that name in `data`, left out where there is none.
 * Refusals are answered with HTTP 200 and no `status` field.
 */
export const refusals = {
  network: [0, 'network error'],
  login_failed: [1001, 'Login Fail'],
  credentials_wrong: [1002, 'Account or password error'],
  password_locked: [1003, 'Too many password errors, please try again after 24 hours'],
  register_failed: [1004, 'Registration failed'],
  email_registered: [1005, 'Email is registered'],
  code_incorrect: [1006, 'Verification code is incorrect'],
  email_unregistered: [1007, 'Email is not registered'],
  password_change_failed: [1008, 'Password change failed'],
  user_missing: [1009, 'User does not exist'],
  unbind_limit: [1010, 'The number of unbinding times this month has reached the upper limit'],
  code_wait: [1011, 'The code has expired, or one was sent a moment ago or too often'],
  passkey_refused: [1015, 'The passkey was not accepted, use another way'],
  pin_change_failed: [1101, 'Failed to change fund password'],
  pin_incorrect: [1102, 'Fund password is incorrect'],
  pin_unset: [1103, 'The fund password has not been set yet, go to set it'],
  pin_locked: [1104, 'Too many wrong fund passwords, please try again later'],
  second_factor_required: [1105, 'A code of the authenticator is needed'],
  second_factor_incorrect: [1106, 'The code of the authenticator is incorrect'],
  second_factor_locked: [1107, 'Too many wrong codes of the authenticator, please try again later'],
  pin_pass_over: [1108, 'The confirmation is over or was used, please enter the fund password'],
  already_certified: [1201, 'Already certified, please do not resubmit'],
  kyc_missing: [1202, 'kyc does not exist'],
  image_unreadable: [1203, 'Image recognition failed, please upload again'],
  upload_failed: [1204, 'Failed to upload image'],
  not_certified: [1205, 'Not certified yet, go to certification'],
  phone_invalid: [1206, 'Wrong mobile phone number'],
  handoff_over: [1207, 'This link has ended, please ask for a new one on the first device'],
  card_type_missing: [1301, 'Card type does not exist'],
  card_type_disabled: [1302, 'Card type not enabled'],
  budget_failed: [1303, 'Failed to create budget, please try again'],
  card_open_failed: [1304, 'Card opening failed'],
  apply_failed: [1305, 'Apply Fail: {reason}'],
  cardholder_fixed: [1306, 'The cardholder information cannot be modified'],
  input_invalid: [1400, 'Please check what was entered'],
  balance_insufficient: [1401, 'Insufficient balance'],
  currency_unsupported: [1402, 'This currency is not supported yet'],
  feature_unsupported: [1403, 'This feature is not supported yet'],
  amount_out_of_range: [1404, 'The amount is out of range'],
  quote_expired: [1405, 'The quote has expired, please confirm the new rate'],
  withdrawals_on_hold: [1406, 'Withdrawals are paused for now'],
  request_in_progress: [1407, 'The same request is still in progress'],
  address_not_allowed: [1408, 'This address is not allowed'],
  card_frozen: [1409, 'The card is frozen'],
  card_closed: [1410, 'The card is closed'],
  limit_exceeded: [1411, 'A limit would be exceeded'],
  balance_negative: [1412, 'The card balance is negative'],
  debt_unpaid: [1418, 'A card still owes, please repay that first'],
  request_changed: [1413, 'The same request was sent before with other content'],
  rate_unavailable: [1414, 'There is no rate to be relied on right now, nothing was converted'],
  dispute_refused: [1415, 'This purchase cannot be disputed'],
  challenge_over: [1417, 'This purchase waits for no confirmation any more: {reason}'],
  refund_watch_refused: [1416, 'No refund of this purchase can be waited for'],
  delete_failed: [1501, 'Delete Fail'],
  address_failed: [1502, 'Failed to create address'],
  modify_failed: [1503, 'Modify Fail'],
  account_closing: [1504, 'The account is being deleted, undo that first'],
  account_frozen: [1505, 'The account is frozen, unfreeze it first'],
} as const satisfies Record<string, readonly [code: number, text: string]>

/** The name of an expected no; the same word in the contract, on the wire (`key`) and in the locales. */
export type Refusal = keyof typeof refusals

/**
 * What any call may answer whatever it lists: bad input, a feature this server does not have, silence (the app's own),
 * and, where money moves, that the account is about to be deleted or is frozen.
 */
export const always = [
  'input_invalid',
  'feature_unsupported',
  'network',
  'account_closing',
  'account_frozen',
] as const

/** What a call may answer that compares the fund PIN. */
export const byPin = ['pin_unset', 'pin_incorrect', 'pin_locked'] as const

/** What a call may answer that asks those who have a second factor for it. */
export const bySecondFactor = [
  'second_factor_required',
  'second_factor_incorrect',
  'second_factor_locked',
] as const

/** What a call may answer that takes a pass in place of the fund PIN, too. */
export const byPinOrPass = [...byPin, 'pin_pass_over'] as const

/** A refusal that any call may give. */
export type AlwaysRefusal = (typeof always)[number]
