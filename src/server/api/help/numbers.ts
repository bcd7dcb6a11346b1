import { delays } from '../../../contract/delay.ts'
import { format } from '../../../contract/money.ts'
import * as promises from '../../../contract/promises.ts'
import { gamblingWaitHours } from '../../../contract/shops.ts'
import { codesADay, codesFromSource } from '../../account/code-askers.ts'
import * as codes from '../../account/codes.ts'
import { lockHours, triesOverall, triesPerSource } from '../../account/password.ts'
import { triesPerLock } from '../../account/pin.ts'
import { removalHours } from '../../account/second-factor/removal.ts'
import { unbindsAMonth } from '../../account/telegram-binding.ts'
import { pauseHours } from '../../account/withdrawal-pause.ts'
import { cardKinds } from '../../cards/kinds.ts'
import { firstKeepMinor } from '../../cards/money/recharging.ts'
import { limitDays, limitHours, publishedTerms } from '../../chain/withdrawals/withdrawal-terms.ts'
import type { Config } from '../../config.ts'
import { fileBytesMax } from '../../http/upload.ts'
import { longSideMin, shortSideMin } from '../../identity/picture.ts'
import { rewardMinor } from '../../jobs/reward-invite.ts'
import type { Numbers } from '../../params/numbers.ts'
import { terms } from '../../rates/terms.ts'
import { cardsMax } from '../cards/card.ts'

/** Every number that texts repeat, from the place that enforces it. */
export function numbersOf(config: Config): Numbers {
  const { min: outMin, fee: outFee } = publishedTerms()
  const enabled = cardKinds.filter(({ status }) => status === 'enable')
  const least = (minors: bigint[]) => minors.reduce((a, b) => (a < b ? a : b))
  const greatest = (minors: bigint[]) => minors.reduce((a, b) => (a > b ? a : b))
  return {
    maxCards: cardsMax,
    firstKeep: format(firstKeepMinor, 'USDT'),
    rechargeMin: format(least(enabled.map(kind => kind.rechargeMinMinor)), 'USD'),
    rechargeMax: format(greatest(enabled.map(kind => kind.rechargeMaxMinor)), 'USD'),
    outMin,
    outFee,
    holdHours: pauseHours,
    newAddressHours: Math.ceil(config.WITHDRAWAL_WAIT_SECONDS / 36) / 100,
    delayMin: Math.min(...delays.filter(hours => hours > 0)),
    delayMax: Math.max(...delays),
    limitHours,
    limitDays,
    secondHours: removalHours,
    renewalDays: Math.ceil(config.RENEWAL_NOTICE_SECONDS / 86_400),
    gamblingHours: gamblingWaitHours,
    confirmations: config.CHAIN_CONFIRMATIONS,
    unbindLimit: unbindsAMonth,
    codeMinutes: codes.codeMinutes,
    codeSeconds: codes.resendSeconds,
    codesADay,
    codesElsewhere: codesFromSource,
    codeTries: codes.triesMax,
    passwordTries: triesPerSource,
    passwordTriesADay: triesOverall,
    lockHours,
    pictureMegabytes: fileBytesMax / 1024 / 1024,
    pictureLong: longSideMin,
    pictureShort: shortSideMin,
    pinTries: triesPerLock,
    reward: format(rewardMinor(config), 'USDT'),
    quoteSeconds: terms.standsSeconds,
    approveDays: promises.approveDays,
    shipDays: promises.shipDays,
    answerHours: promises.answerHours,
    escalatedDays: promises.escalatedHours / 24,
    complaintDays: promises.complaintDays,
    refundMin: promises.refundDays.min,
    refundMax: promises.refundDays.max,
  }
}
