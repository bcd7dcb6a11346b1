import { fireEvent, screen, waitFor, within } from '@testing-library/preact'
import { afterEach, describe, expect, test } from 'vitest'
import { receive } from '../../telegram/events.ts'
import { done, renderPage, signedInAs, stubApi } from '../../testing/testing.tsx'
import Invite from './invite.tsx'

const list = '/api/customer/invite/list'
const summary = '/api/customer/invite/summary'
const rules = '/api/common/params/invite/get/rules'
const at = '2026-11-20T08:00:00.000Z'
const friend = {
  email: 'an***@m***.test',
  registeredAt: at,
  certifiedAt: null,
  firstCardAt: null,
  rechargedAt: null,
  reward: { state: 'none', amount: null, at: null, reason: 'not_certified' },
}
const paid = {
  ...friend,
  email: 'bo***@m***.test',
  certifiedAt: at,
  firstCardAt: at,
  rechargedAt: at,
  reward: { state: 'paid', amount: '2', at, reason: null },
}
const counts = {
  code: 'GLAZE1',
  link: 'https://glaze.example',
  reward: '2',
  invited: 2,
  certified: 1,
  withCard: 1,
  rewarded: 1,
  earned: '2',
  waiting: '0',
}
const pageOf = (rows: object[], total = rows.length) => done({ list: rows, total, page: 1, pageSize: 20 })

describe('invite', () => {
  test('without a session nothing of anybody is asked for', async () => {
    const sent = stubApi({})
    await renderPage('invite', Invite)
    expect(await screen.findByText('登录后即可看到您的邀请码和链接。')).toBeTruthy()
    expect(sent.filter(({ path }) => path.startsWith('/api/customer/'))).toEqual([])
  })

  test('says so when nobody came yet', async () => {
    signedInAs()
    stubApi({ [list]: pageOf([]) })
    await renderPage('invite', Invite)
    expect(await screen.findByText(/还没有好友用您的邀请码注册/)).toBeTruthy()
  })

  test('offers another try when the list does not come', async () => {
    signedInAs()
    stubApi({ [list]: { status: 500, error: 'x', path: list }, [rules]: done([]) })
    await renderPage('invite', Invite)
    expect(await screen.findByText('重试')).toBeTruthy()
  })

  test('asks again for counts and rules that did not come', async () => {
    signedInAs()
    let isUp = false
    stubApi({
      [list]: pageOf([paid]),
      [summary]: () => (isUp ? done(counts) : { status: 500 }),
      [rules]: () => (isUp ? done(['一人一次']) : { status: 500 }),
    })
    await renderPage('invite', Invite)
    await waitFor(() => expect(screen.getAllByText('重试')).toHaveLength(2))
    expect(screen.getByText('bo***@m***.test')).toBeTruthy()
    isUp = true
    for (const button of screen.getAllByText('重试')) fireEvent.click(button)
    expect(await screen.findByText('累计奖励')).toBeTruthy()
    expect(await screen.findByText('一人一次')).toBeTruthy()
    expect(screen.queryByText('重试')).toBeNull()
  })

  test('shows how far everybody is, and why there is no reward yet', async () => {
    signedInAs()
    stubApi({ [list]: pageOf([friend, paid]), [summary]: done(counts) })
    await renderPage('invite', Invite)
    expect(await screen.findByText('+2.00 USDT')).toBeTruthy()
    expect(await screen.findByText('累计奖励')).toBeTruthy()
    fireEvent.click(screen.getByText('an***@m***.test'))
    const sheet = within(await screen.findByRole('dialog'))
    expect(sheet.getByText('好友还没有完成身份认证')).toBeTruthy()
    expect(sheet.getByText('首次给卡充值')).toBeTruthy()
  })

  test('loads more by page', async () => {
    signedInAs()
    const sent = stubApi({
      [list]: ({ page }: Record<string, unknown>) => pageOf([page === 2 ? paid : friend], 21),
      [summary]: done(counts),
    })
    await renderPage('invite', Invite)
    fireEvent.click(await screen.findByText('更多好友'))
    expect(await screen.findByText('bo***@m***.test')).toBeTruthy()
    expect(sent.findLast(({ path }) => path === list)?.body).toEqual({ pageSize: 20, page: 2 })
    expect(screen.queryByText('更多好友')).toBeNull()
  })
})

describe('sharing in Telegram', () => {
  const prepared = '/api/customer/invite/prepared'
  const native = window as unknown as Record<string, unknown>
  afterEach(() => {
    delete native.glaze
    delete native.TelegramWebviewProxy
  })

  /** A phone of Telegram's that answers so when it is to send something. */
  function phone(type: string, payload = {}) {
    const posted: [string, Record<string, unknown>][] = []
    native.glaze = { params: { tgWebAppVersion: '8.0', tgWebAppPlatform: 'android' }, early: {} }
    native.TelegramWebviewProxy = {
      postEvent(name: string, json: string) {
        posted.push([name, JSON.parse(json)])
        if (name === 'web_app_send_prepared_message') setTimeout(() => receive(type, payload))
      },
    }
    return posted
  }
  async function share() {
    await renderPage('invite', Invite)
    fireEvent.click(await screen.findByText('分享给好友'))
  }
  const others = { [list]: pageOf([]), [summary]: done(counts), [rules]: done([]) }

  test.each([
    ['sent', 'prepared_message_sent', {}],
    ['let go of', 'prepared_message_failed', { error: 'USER_DECLINED' }],
  ])('is the message of our bot, and nothing more once it is %s', async (_, type, payload) => {
    signedInAs()
    const posted = phone(type, payload)
    const sent = stubApi({ ...others, [prepared]: done({ id: 'abc' }) })
    await share()
    await waitFor(() => expect(posted).toContainEqual(['web_app_send_prepared_message', { id: 'abc' }]))
    await waitFor(() => expect(screen.getByText('分享给好友').closest('[aria-busy="true"]')).toBeNull())
    expect(sent.find(({ path }) => path === prepared)?.body).toEqual({ lang: 'zh' })
    expect(posted.map(([name]) => name)).not.toContain('web_app_open_tg_link')
  })

  test.each([
    ['the bot has none', { code: 1406, key: 'feature_unsupported', msg: '', data: null }],
    ['the client does not know it any more', done({ id: 'old' })],
  ])('is the link where %s', async (_, answer) => {
    signedInAs()
    const posted = phone('prepared_message_failed', { error: 'MESSAGE_EXPIRED' })
    stubApi({ ...others, [prepared]: answer })
    await share()
    await waitFor(() => expect(posted.map(([name]) => name)).toContain('web_app_open_tg_link'))
  })
})
