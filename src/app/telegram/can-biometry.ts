import { isTelegram, platform, supports } from './telegram.ts'

/** The version of the Bot API that knows biometrics. */
export const biometrySince = '7.2'

/** Whether this client of Telegram may have biometrics: only those on phones. */
export function canBiometry(): boolean {
  return isTelegram() && supports(biometrySince) && /^(android|ios)/.test(platform())
}
