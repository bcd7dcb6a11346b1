import { createHmac, createPrivateKey, createPublicKey, sign } from 'node:crypto'

interface TelegramUser {
  id: number
  first_name: string
  last_name?: string | undefined
  username?: string | undefined
  language_code?: string | undefined
  is_premium?: boolean | undefined
}

export interface Launch {
  user: TelegramUser
  startParam?: string | undefined
  /** Age of the launch: to try out init data that is too old. */
  ageSeconds?: number | undefined
  platform?: string | undefined
  version?: string | undefined
  themeParams?: Record<string, string> | undefined
}

/** A sandbox Telegram: it signs launch data as the real one does, for one bot. */
export function telegramOf({ botToken, privateKey }: { botToken: string; privateKey: string }) {
  const key = createPrivateKey({ key: Buffer.from(privateKey, 'base64'), format: 'der', type: 'pkcs8' })
  const botId = botToken.split(':')[0] ?? ''

  function launch({
    user,
    startParam,
    ageSeconds = 0,
    platform = 'weba',
    version = '9.1',
    themeParams = {},
  }: Launch) {
    const fields = new Map([
      ['query_id', `AA${crypto.randomUUID().replaceAll('-', '').slice(0, 20)}`],
      ['user', JSON.stringify({ allows_write_to_pm: true, ...user })],
      ['auth_date', String(Math.floor(Date.now() / 1000) - ageSeconds)],
    ])
    if (startParam !== undefined) fields.set('start_param', startParam)

    const signature = sign(null, Buffer.from(`${botId}:WebAppData\n${lines(fields)}`), key)
    fields.set('signature', signature.toString('base64url'))
    const secret = createHmac('sha256', 'WebAppData').update(botToken).digest()
    fields.set('hash', createHmac('sha256', secret).update(lines(fields)).digest('hex'))

    const initData = new URLSearchParams([...fields]).toString()
    const launchHash = new URLSearchParams({
      tgWebAppData: initData,
      tgWebAppVersion: version,
      tgWebAppPlatform: platform,
      tgWebAppThemeParams: JSON.stringify(themeParams),
    })
    if (startParam !== undefined) launchHash.set('tgWebAppStartParam', startParam)
    return { initData, launchHash: launchHash.toString() }
  }

  const raw = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32)
  return {
    launch,
    settings: {
      TELEGRAM_BOT_TOKEN: botToken,
      TELEGRAM_BOT_NAME: 'glaze_sandbox_bot',
      TELEGRAM_PUBLIC_KEY: raw.toString('hex'),
    },
  }
}

export type Telegram = ReturnType<typeof telegramOf>

function lines(fields: ReadonlyMap<string, string>): string {
  return [...fields]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('\n')
}
