import { act, fireEvent, screen, waitFor } from '@testing-library/preact'
import { afterEach, describe, expect, test } from 'vitest'
import { beginInTelegram } from '../../../../telegram/testing.ts'
import { renderPage } from '../../../../testing/testing.tsx'
import { shownToasts } from '../../../../ui/toast.tsx'
import { HomeScreen } from './home-screen.tsx'

let host: ReturnType<typeof beginInTelegram>
afterEach(() => host.leave())

async function show(status: string, version = '8.0') {
  host = beginInTelegram({ version })
  await renderPage('account', HomeScreen)
  await act(async () => host.tell('home_screen_checked', { status }))
}
const row = () => screen.queryByRole('button', { name: /添加到主屏幕/ })

async function add(answer: string) {
  fireEvent.click(row() as HTMLElement)
  expect(host.last('web_app_add_to_home_screen')).toEqual({})
  await act(async () => host.tell(answer))
}

describe('the icon on the home screen', () => {
  test.each(['missed', 'unknown'])('is offered when the client says %s', async status => {
    await show(status)
    await waitFor(() => expect(row()).toBeTruthy())
  })

  test.each(['added', 'unsupported'])('is not offered when the client says %s', async status => {
    await show(status)
    expect(row()).toBeNull()
  })

  test('is not asked about by a client that is too old', async () => {
    await show('missed', '7.10')
    expect(host.last('web_app_check_home_screen')).toBeUndefined()
  })

  test('says that it is there, and offers it no more', async () => {
    await show('missed')
    await add('home_screen_added')
    expect(shownToasts()).toContain('已添加到主屏幕')
    expect(row()).toBeNull()
  })

  test('says when it did not work, and can be tried again', async () => {
    await show('missed')
    await add('home_screen_failed')
    expect(shownToasts()).toContain('Telegram 没有添加成功，请稍后再试')
    expect(row()).toBeTruthy()
  })
})
