import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { beginInTelegram } from './testing.ts'

let client: ReturnType<typeof beginInTelegram>

beforeEach(() => {
  client = beginInTelegram()
})
afterEach(() => client.leave())

describe('the main button', () => {
  function typeInto(button: string, top: number, kind = '') {
    document.body.innerHTML = `<main><form><input id="name"><button type="submit" ${kind}>${button}</button></form></main>`
    const own = document.querySelector('button') as HTMLButtonElement
    own.getBoundingClientRect = () => ({ top, height: 52 }) as DOMRect
    document.getElementById('name')?.dispatchEvent(new FocusEvent('focusin', { bubbles: true }))
    return own
  }
  afterEach(() => {
    document.body.innerHTML = ''
  })

  test('stays away while the own button of the form can be seen', () => {
    typeInto('注册', 100)
    expect(client.last('web_app_setup_main_button')).toMatchObject({ is_visible: false, text: '' })
  })

  test('stands in for a covered one with the whole state each time, presses it, and goes', async () => {
    const own = typeInto('注册', 5_000)
    const press = vi.fn((event: Event) => event.preventDefault())
    own.addEventListener('click', press)
    const state = { is_visible: true, is_active: true, is_progress_visible: false, text: '注册' }
    expect(client.last('web_app_setup_main_button')).toMatchObject(state)
    own.setAttribute('aria-busy', 'true')
    await expect
      .poll(() => client.last('web_app_setup_main_button'))
      .toMatchObject({ ...state, is_progress_visible: true })
    client.tell('main_button_pressed')
    expect(press).toHaveBeenCalledOnce()
    document.getElementById('name')?.dispatchEvent(new FocusEvent('focusout', { bubbles: true }))
    expect(client.last('web_app_setup_main_button')).toMatchObject({ is_visible: false, text: '' })
  })

  test('does not stand in for a slide, of which one press is not enough', () => {
    typeInto('提现', 5_000, 'data-slide')
    expect(client.last('web_app_setup_main_button')?.is_visible ?? false).toBe(false)
  })

  test.each(['focusout', 'focusin'])(
    'does not stand in under a sheet of its form, where it would do nothing: %s',
    type => {
      const own = typeInto('注销', 5_000)
      expect(client.last('web_app_setup_main_button')).toMatchObject({ is_visible: true })
      own.insertAdjacentHTML('afterend', '<dialog open><input id="search"></dialog>')
      const [field, search] = ['name', 'search'].map(id => document.getElementById(id))
      const isIn = type === 'focusin'
      const event = new FocusEvent(type, { bubbles: true, ...(!isIn && { relatedTarget: search ?? null }) })
      ;(isIn ? search : field)?.dispatchEvent(event)
      expect(client.last('web_app_setup_main_button')).toMatchObject({ is_visible: false })
    },
  )

  test('does not come back for a change of height once nobody types', () => {
    typeInto('注册', 5_000)
    document.getElementById('name')?.dispatchEvent(new FocusEvent('focusout', { bubbles: true }))
    dispatchEvent(new Event('resize'))
    expect(client.last('web_app_setup_main_button')).toMatchObject({ is_visible: false, text: '' })
  })

  test('of a form that is gone does nothing', () => {
    const own = typeInto('注册', 5_000)
    const press = vi.fn()
    own.addEventListener('click', press)
    document.body.innerHTML = ''
    client.tell('main_button_pressed')
    expect(press).not.toHaveBeenCalled()
  })
})
