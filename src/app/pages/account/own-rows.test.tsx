import { fireEvent, screen, waitFor, within } from '@testing-library/preact'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { phoneZone, zone } from '../../preferences/zone.ts'
import { session, updateUser } from '../../state/session.ts'
import { done, person, renderPage, signedInAs, stubApi } from '../../testing/testing.tsx'
import User from './user.tsx'

const path = '/api/customer/customerUser/updateUserInfo'
const cities = '/api/common/params/zone/get/cities'

/** A server that keeps what it is told. */
function server() {
  return stubApi({
    [path]: body =>
      done({ ...session.value?.user, ...body, ...(body.nickname === '' && { nickname: null }) }),
    [cities]: done({ Shanghai: '上海北京', New_York: '纽约' }),
  })
}
const toldOf = (sent: ReturnType<typeof server>) =>
  sent.filter(call => call.path === path).map(({ body }) => body)

async function open(name: string) {
  fireEvent.click(screen.getByText(name))
  return within(await screen.findByRole('dialog'))
}

describe('nickname', () => {
  async function save(text: string) {
    const sheet = await open('昵称')
    const field = await sheet.findByLabelText(/^昵称/)
    fireEvent.input(field, { target: { value: text } })
    fireEvent.submit(field.closest('form') as HTMLFormElement)
    return sheet
  }

  test('is not there for strangers', async () => {
    stubApi({})
    await renderPage('account', User)
    expect(screen.queryByText('昵称')).toBeNull()
    expect(screen.queryByText('时区')).toBeNull()
  })

  test('that is too long is told at the field, and not sent', async () => {
    signedInAs()
    const sent = server()
    await renderPage('account', User)
    const sheet = await save('长'.repeat(21))
    expect(await sheet.findByText(/太长|过长|最多/)).toBeTruthy()
    expect(toldOf(sent)).toEqual([])
  })

  test('from before, longer than one may be now, is shown', async () => {
    const nickname = '长'.repeat(30)
    signedInAs({ nickname })
    server()
    await renderPage('account', User)
    expect(screen.getAllByText(nickname)).toHaveLength(2)
  })

  test('is told by its first character, whole where that is two of the phone’s', async () => {
    signedInAs({ nickname: '🏺 Wei' })
    server()
    await renderPage('account', User)
    expect(screen.getByText('🏺')).toBeTruthy()
  })

  test('that is half typed is there again after the app was closed, and gone once it is saved', async () => {
    signedInAs()
    server()
    const { unmount } = await renderPage('account', User)
    const field = await (await open('昵称')).findByLabelText(/^昵称/)
    fireEvent.input(field, { target: { value: '青' } })
    unmount()
    await renderPage('account', User)
    const again = await (await open('昵称')).findByLabelText<HTMLInputElement>(/^昵称/)
    expect(again.value).toBe('青')
    fireEvent.submit(again.form as HTMLFormElement)
    await waitFor(() => expect(session.value?.user.nickname).toBe('青'))
    expect(localStorage.getItem('drafts')).toBeNull()
  })

  test('is kept, shown, and taken away by leaving it empty', async () => {
    signedInAs()
    const sent = server()
    await renderPage('account', User)
    await save(' 青瓷 ')
    await waitFor(() => expect(session.value?.user.nickname).toBe('青瓷'))
    expect(screen.getAllByText('青瓷')).toHaveLength(2)
    await save('')
    await waitFor(() => expect(session.value?.user.nickname).toBeNull())
    expect(toldOf(sent)).toEqual([{ nickname: '青瓷' }, { nickname: '' }])
  })

  test('is asked for in English too', async () => {
    signedInAs()
    server()
    await renderPage('account', User, { language: 'en-US' })
    const sheet = await open('Nickname')
    expect(await sheet.findByText('Save the nickname')).toBeTruthy()
  })
})

describe('time zone', () => {
  afterEach(() => vi.restoreAllMocks())

  test('is the phone’s until another is found and chosen', async () => {
    signedInAs()
    const sent = server()
    await renderPage('account', User)
    expect(zone()).toBe(phoneZone())
    const sheet = await open('时区')
    fireEvent.input(await sheet.findByLabelText('搜索'), { target: { value: '纽芬兰' } })
    fireEvent.click(await sheet.findByText('America/St Johns'))
    await waitFor(() => expect(session.value?.user.timezoneFixed).toBe(true))
    expect(toldOf(sent)).toEqual([{ timezone: 'America/St_Johns', timezoneFixed: true }])
    expect(zone()).toBe('America/St_Johns')
    expect(screen.getByText('America/St_Johns')).toBeTruthy()
  })

  test('of two that were chosen, the later one holds', async () => {
    signedInAs()
    let late = () => {}
    stubApi({
      [path]: async body => {
        if (!body.timezoneFixed)
          await new Promise<void>(resolve => {
            late = resolve
          })
        return done({ ...session.value?.user, ...body })
      },
      [cities]: done({ Shanghai: '上海北京' }),
    })
    await renderPage('account', User)
    const sheet = await open('时区')
    fireEvent.input(await sheet.findByLabelText('搜索'), { target: { value: '上海' } })
    fireEvent.click(sheet.getByText('跟随手机'))
    fireEvent.click(await sheet.findByText('Asia/Shanghai'))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    late()
    await new Promise(resolve => setTimeout(resolve, 50))
    expect(session.value?.user.timezoneFixed).toBe(true)
  })

  test.each([
    ['上海', 'Asia/Shanghai'],
    ['北京', 'Asia/Shanghai'],
    ['纽约', 'America/New York'],
  ])('is found by a city as Chinese call it: %s', async (typed, found) => {
    signedInAs()
    server()
    await renderPage('account', User)
    const sheet = await open('时区')
    fireEvent.input(await sheet.findByLabelText('搜索'), { target: { value: typed } })
    expect(await sheet.findByText(found)).toBeTruthy()
    expect(sheet.queryByText('Europe/London')).toBeNull()
  })

  test('is the phone’s again with one press, and a no is told', async () => {
    signedInAs({ timezone: 'Asia/Tokyo', timezoneFixed: true })
    let answer: object = { code: 1503, key: 'modify_failed', msg: '', data: null }
    const sent = stubApi({ [path]: () => answer, [cities]: { status: 502, error: 'none', path: cities } })
    await renderPage('account', User)
    const sheet = await open('时区')
    fireEvent.click(await sheet.findByText('跟随手机'))
    await sheet.findByRole('alert')
    expect(zone()).toBe('Asia/Tokyo')
    answer = done({ ...person, timezone: phoneZone(), timezoneFixed: false })
    fireEvent.click(sheet.getByText('跟随手机'))
    await waitFor(() => expect(zone()).toBe(phoneZone()))
    expect(toldOf(sent)[1]).toEqual({ timezone: phoneZone(), timezoneFixed: false })
  })

  test('of a phone that knows none but its own can still be seen', async () => {
    vi.spyOn(Intl, 'supportedValuesOf').mockReturnValue([])
    signedInAs()
    updateUser({ ...person, timezone: 'UTC', timezoneFixed: true })
    server()
    await renderPage('account', User)
    const sheet = await open('时区')
    expect((await sheet.findByText('协调世界时')).closest('button')?.getAttribute('aria-pressed')).toBe(
      'true',
    )
  })
})
