import { describe, expect, test } from 'vitest'
import { customerParam, publicParam } from '../../../src/contract/params.ts'
import { numbersOf } from '../../../src/server/api/help/numbers.ts'
import { clearIncident, setIncident } from '../../../src/server/params/incidents.ts'
import { publicValue } from '../../../src/server/params/params.ts'
import { turn } from '../../../src/server/params/switches.ts'
import { newCustomer } from '../../fixtures/account/customer.ts'
import { throughout } from '../../fixtures/throughout.ts'
import { startWorld } from '../../fixtures/world.ts'

const tested = throughout(startWorld)

describe('what is ours', () => {
  test('is what we are told: site, support, complaints, bot, and what our letters come from', async () => {
    const { world } = tested
    const told = {
      PUBLIC_URL: 'https://pay.kiln.example',
      MAIL_FROM: 'Kiln <letters@kiln.example>',
      SUPPORT_EMAIL: 'help@kiln.example',
      COMPLAINTS_EMAIL: 'complain@kiln.example',
      TELEGRAM_BOT_NAME: 'kiln_bot',
    }
    const asked = {
      lang: 'en',
      numbers: numbersOf(world.config),
      incident: null,
      hasInviteTab: true,
    } as const
    const read = (place: string, more = {}) => {
      const [group = '', key = ''] = place.split('/')
      return publicValue({ ...asked, group, key, config: { ...world.config, ...told, ...more } })
    }
    const { channels } = read('app/officialChannels') as { channels: { value: string }[] }
    expect(channels.map(({ value }) => value)).toEqual([
      'https://pay.kiln.example',
      'help@kiln.example',
      '@kiln_bot',
      'letters@kiln.example',
      'complain@kiln.example',
    ])
    expect(read('service/complaint')).toMatchObject({ email: 'complain@kiln.example' })
    expect(JSON.stringify(read('service/contacts'))).not.toMatch(/letters@|complain@/)
    const plain = read('app/officialChannels', { MAIL_FROM: 'letters@kiln.example' })
    expect(JSON.stringify(plain)).toContain('"letters@kiln.example"')
  })
})

describe('the wait of a new address', () => {
  test.each([
    [86_400, 24],
    [100_000, 27.78],
    [30, 0.01],
    [0, 0],
  ])('of %d seconds is told in as many hours as a text can take', (seconds, hours) => {
    const config = { ...tested.world.config, WITHDRAWAL_WAIT_SECONDS: seconds }
    expect(numbersOf(config).newAddressHours).toBe(hours)
  })
})

describe('an incident', () => {
  test('is told to everybody in their language, one at a time, until it is cleared', async () => {
    const { db } = tested.world
    const read = async (lang: string) =>
      await tested.succeed(publicParam, { group: 'app', key: 'incident', lang })
    expect(await read('en')).toBeNull()
    await setIncident(db, { zh: '提现延迟', en: 'Withdrawals are late', operator: 'ann' })
    await setIncident(db, { zh: '充值延迟', en: 'Deposits are late', operator: 'bob' })
    expect(await read('en')).toEqual({ text: 'Deposits are late', since: expect.stringMatching(/Z$/) })
    const { token } = await newCustomer(tested)
    const own = await tested.succeed(customerParam, { group: 'app', key: 'incident', lang: 'zh' }, token)
    expect(own).toMatchObject({ text: '充值延迟' })
    await clearIncident(db)
    expect(await read('zh')).toBeNull()
    expect(await clearIncident(db)).toBeNull()
  })
})

describe('the invite tab', () => {
  test('is there until operators turn it off, and again when they turn it on', async () => {
    const { db } = tested.world
    const { token } = await newCustomer(tested)
    const asked = { group: 'tab', key: 'inviteEnable' }
    const read = async () => [
      await tested.succeed(publicParam, asked),
      await tested.succeed(customerParam, asked, token),
    ]
    expect(await read()).toEqual([true, true])
    await turn(db, { name: 'tab.inviteEnable', is_on: false, set_by: 'ann' })
    expect(await read()).toEqual([false, false])
    await turn(db, { name: 'tab.inviteEnable', is_on: true, set_by: 'ann' })
    expect(await read()).toEqual([true, true])
  })
})
