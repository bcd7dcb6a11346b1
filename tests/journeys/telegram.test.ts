import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isTheFrames } from '../fixtures/browser.ts'
import { until } from '../fixtures/until.ts'
import { containers } from './people/person.ts'
import { inTelegram, type Opened, type TelegramPerson, transports } from './people/telegram-person.ts'
import { keepLast } from './reading/shoot.ts'
import {
  atHome,
  atWelcome,
  bindAgain,
  goBack,
  inviterIn,
  leaveThisDevice,
  openBinding,
  registerByTelegram,
  sayItIsTheirs,
  setFirstPassword,
  unbind,
  unbindAndLeave,
} from './steps/telegram.ts'
import { begin, browser, end, town } from './town/stage.ts'

// The life of a binding inside Telegram, over both transports, and with clients that misbehave.

beforeAll(() => begin())
afterAll(end)

const dark = { bg_color: '#212121', text_color: '#ffffff' }
const light = { bg_color: '#ffffff', text_color: '#000000' }

/** Does something as one person, and expects the browser to have had nothing to complain of. */
async function as(opened: Omit<Opened, 'town' | 'browser'>, work: (person: TelegramPerson) => Promise<void>) {
  const person = await inTelegram({ town, browser, ...opened })
  try {
    await work(person)
    expect(person.faults.filter(fault => !isTheFrames(fault))).toEqual([])
  } finally {
    await keepLast(person.page, [opened.transport, opened.mood, opened.lang].join(' '))
    await person.leave()
  }
}

/** Launches the app and registers in it. Gives the Telegram user it is bound to. */
async function becomeCustomer(person: TelegramPerson): Promise<number> {
  await person.launch()
  const register = person.app.getByRole('link', { name: person.w('welcome.register') })
  await register.first().click()
  await registerByTelegram(person)
  return person.telegramId
}

describe.each(transports)('through %s', transport => {
  test.each(['zh', 'en'] as const)(
    'invited, registered, bound, unbound, bound again, gone (%s)',
    async lang => {
      const code = await inviterIn(town)
      await as({ lang, transport }, async person => {
        const { app, w, launch } = person
        await launch({ startParam: `r_${code}` })
        await app.getByText(code).waitFor()
        await app.getByRole('link', { name: w('invite.share.register') }).click()
        await app.getByText(w('account.register.invitedBy', { code })).waitFor()
        await registerByTelegram(person)
        await goBack(person)

        await openBinding(person)
        await setFirstPassword(person)
        await openBinding(person)
        await unbind(person)
        await launch()
        await atHome(person)
        await openBinding(person)
        await bindAgain(person)

        await leaveThisDevice(person)
        await launch()
        await atWelcome(person)
        await app
          .getByRole('link', { name: w('welcome.login') })
          .first()
          .click()
        await app.getByRole('button', { name: w('account.telegram.login') }).click()
        await atHome(person)

        await unbindAndLeave(person)
        await launch()
        await atWelcome(person)
      })
    },
  )

  test('who is bound is signed in by the launch alone, once a phone knows them, and by none that is stale', async () => {
    let telegramId = 0
    await as({ lang: 'en', transport }, async person => {
      telegramId = await becomeCustomer(person)
    })
    await as({ lang: 'en', transport, telegramId }, async person => {
      await person.launch()
      await sayItIsTheirs(person)
      await atHome(person)
    })
    await as({ lang: 'en', transport, telegramId, mood: 'stale' }, async person => {
      await person.launch()
      await atWelcome(person)
    })
  })

  test('the handshake comes first, and the colours of the client are followed and given back', async () => {
    await as({ lang: 'zh', transport }, async person => {
      await person.launch()
      await person.heard('web_app_ready', {})
      const names = (await person.sent()).map(({ eventType }) => eventType)
      expect(names[0]).toBe('iframe_ready')
      expect(names.indexOf('web_app_expand')).toBeLessThan(names.indexOf('web_app_ready'))
      await person.tell('theme_changed', { theme_params: dark })
      const night = await headerOf(person, 'dark')
      await person.tell('theme_changed', { theme_params: light })
      expect(await headerOf(person, 'light')).not.toBe(night)
    })
  })

  test.each(['silent', 'late', 'unsupported', 'old'] as const)(
    'a client that is %s stops nobody',
    async mood => {
      await as({ lang: 'zh', transport, mood }, async person => {
        const { app, w, visit } = person
        await person.launch()
        await atWelcome(person)
        await visit('/pages/user/user')
        await app.getByText(w('account.language')).waitFor()
        await visit('/pages/login/login')
        await app.getByRole('button', { name: w('account.telegram.login') }).click()
        await app.getByText(w('account.bind.text')).waitFor()
        if (mood !== 'old') return
        const names = new Set((await person.sent()).map(({ eventType }) => eventType))
        for (const later of [
          'setup_back_button',
          'set_header_color',
          'setup_swipe_behavior',
          'device_storage_get_key',
        ])
          expect(names).not.toContain(`web_app_${later}`)
      })
    },
  )
})

/** The header's colour, once the app wears the theme. */
async function headerOf({ app, sent, heard }: TelegramPerson, theme: string): Promise<unknown> {
  await app.locator(`html[data-theme=${theme}]`).waitFor()
  const last = (await sent()).findLast(({ eventType }) => eventType === 'web_app_set_header_color')
  await heard('web_app_set_bottom_bar_color', { color: last?.eventData?.color })
  return last?.eventData?.color
}

test('where web storage is blocked, the storage of Telegram keeps what was chosen, and no token', async () => {
  const stored = { hideAmounts: 'true', stayedOut: 'true' }
  await as({ lang: 'zh', transport: transports[1], mood: 'blocked', stored }, async person => {
    const { app, w, visit, sent, launch } = person
    await launch()
    await atWelcome(person)
    await visit('/pages/user/user')
    const hide = app.getByRole('switch', { name: w('account.hideAmounts') })
    await until(async () => ((await hide.isChecked()) ? true : null))
    await hide.click()
    await person.heard('web_app_device_storage_save_key', { key: 'hideAmounts', value: 'false' })
    const keys = (await sent()).flatMap(({ eventType, eventData }) =>
      eventType.startsWith('web_app_device_storage') ? [eventData?.key] : [],
    )
    expect(keys).not.toContain('accessToken')
  })
})

test('the insets of the client add up, and a weak phone gets fewer effects', async () => {
  await as({ lang: 'en', transport: transports[1] }, async person => {
    await person.launch()
    await person.heard('web_app_ready', {})
    await person.app.locator('html[style*="--host-content-top"]').waitFor()
    const top = await person.page.evaluate(() => {
      const probe = document.createElement('div')
      probe.style.height = 'var(--safe-top)'
      document.body.append(probe)
      return probe.offsetHeight
    })
    expect(top).toBe(48)
    expect(await person.app.locator('html').getAttribute('data-perf')).toMatch(/^(low|high)$/)
  })
})

test('while the keyboard covers the button of a form, the main button of the client stands in for it', async () => {
  await as({ lang: 'zh', transport: transports[0] }, async person => {
    const { app, page, w, heard } = person
    const press = (id: string) => page.evaluate(id => document.getElementById(id)?.click(), id)
    await person.launch()
    await atWelcome(person)
    await person.visit('/pages/register/register')
    await app.getByLabel(w('account.email'), { exact: true }).fill('lin')
    await heard('web_app_setup_main_button', { is_visible: false, text: '' })
    await press('resize')
    const text = w('account.register.telegram')
    await heard('web_app_setup_main_button', { is_visible: true, is_active: true, text })
    await press('main')
    await app.getByText(w('field.email')).waitFor()
    await app.getByRole('heading', { name: w('account.register.title') }).click()
    await heard('web_app_setup_main_button', { is_visible: false, text: '' })
  })
})

test('a mini app that leads its frame on to us, with the launch of its owner, signs nobody in without a yes', async () => {
  const owner = { telegramId: 0, email: '' }
  await as({ lang: 'en', transport: transports[0] }, async person => {
    Object.assign(owner, { email: person.email, telegramId: await becomeCustomer(person) })
  })
  const { launchHash } = await town.console<{ launchHash: string }>('/telegram/init-data', {
    user: { id: owner.telegramId, first_name: 'Ben' },
  })
  await as({ lang: 'en', transport: transports[0] }, async person => {
    const { app, page, w } = person
    await person.launch()
    await atWelcome(person)
    for (const url of ['about:blank', `${town.appUrl}/?lang=en#${launchHash}`])
      await page.evaluate(url => document.querySelector('iframe')?.setAttribute('src', url), url)
    const dialog = app.getByRole('dialog')
    await dialog.getByText(owner.email).waitFor()
    await dialog.getByRole('button', { name: w('second.whose.no') }).click()
    await app.getByText(w('second.whose.left')).waitFor()
    await atWelcome(person)
    const frame = page.frames().find(frame => frame.url().startsWith(town.appUrl))
    expect(await frame?.evaluate(() => localStorage.getItem('accessToken'))).toBeNull()
  })
})

test('a link with the launch of somebody else signs nobody in, in an ordinary browser', async () => {
  let telegramId = 0
  await as({ lang: 'en', transport: transports[1] }, async person => {
    telegramId = await becomeCustomer(person)
  })
  const { launchHash } = await town.console<{ launchHash: string }>('/telegram/init-data', {
    user: { id: telegramId, first_name: 'Ben' },
  })
  const person = await containers.browser({ town, browser, lang: 'en' })
  const { app, page, w, visit } = person
  const asked: string[] = []
  page.on('request', request => asked.push(request.url()))
  try {
    await page.goto(`${town.appUrl}/?lang=en#${launchHash}`)
    await atWelcome(person)
    await page.reload()
    await atWelcome(person)
    await visit('/pages/login/login')
    await app.getByRole('button', { name: w('account.login.action'), exact: true }).waitFor()
    expect(await app.getByRole('button', { name: w('account.telegram.login') }).count()).toBe(0)
    expect(asked.filter(url => /\/tg[A-Z]/.test(url))).toEqual([])
  } finally {
    await person.leave()
  }
})
