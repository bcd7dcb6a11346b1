import { cleanup, fireEvent, screen, waitFor } from '@testing-library/preact'
import { describe, expect, test } from 'vitest'
import { currentUrl } from '../../routing/hash-location.tsx'
import { awayBefore, done, renderPage, signedInAs, stubApi } from '../../testing/testing.tsx'
import { shownToasts } from '../../ui/toast.tsx'
import Feedback from './feedback.tsx'

const id = '01990000-0000-7000-8000-00000000000a'
const submit = '/api/customer/feedback/submitFeedback'
const reply = '/api/customer/feedback/reply'
const get = '/api/customer/feedback/get'
const list = '/api/customer/feedback/10/1'
const hours = { '/api/common/params/service/get/answerHours': done(24) }
const row = {
  id,
  number: '100001',
  status: 'open',
  title: '二维码不显示',
  refType: null,
  refId: null,
  answerBy: '2099-11-20T08:00:00.000Z',
  isEscalated: false,
  createTime: '2026-11-20T08:00:00.000Z',
  updateTime: '2026-11-20T08:00:00.000Z',
}
const line = { id, isOurs: false, text: '二维码不显示', pictures: 1, createTime: row.createTime }
const ticket = { ...row, lines: [line] }
const none = done({ list: [], total: 0, page: 1, pageSize: 10 })
const describe_ = (text: string) =>
  fireEvent.input(screen.getByLabelText('请描述遇到的问题'), { target: { value: text } })

describe('the form of feedback', () => {
  test('is for members: others are sent to the log-in', async () => {
    stubApi({})
    await renderPage('help', Feedback)
    await waitFor(() => expect(currentUrl.value).toMatch(/^\/pages\/login\/login/))
  })

  test('sends nothing that says nothing', async () => {
    signedInAs()
    const sent = stubApi({ ...hours, [list]: none })
    await renderPage('help', Feedback)
    for (const text of ['', '12345', '😀😀😀😀😀😀😀']) {
      describe_(text)
      fireEvent.click(screen.getByText('提交反馈'))
      expect(await screen.findByText('至少 6 个字')).toBeTruthy()
    }
    expect(sent.some(({ path }) => path === submit)).toBe(false)
  })

  test('asks for six characters until they are there, and goes on counting', async () => {
    signedInAs()
    stubApi({ ...hours, [list]: none })
    await renderPage('help', Feedback)
    describe_('12345')
    expect(await screen.findByText('至少 6 个字（5/2000）')).toBeTruthy()
    describe_('123456')
    expect(await screen.findByText('6/2000')).toBeTruthy()
    expect(screen.queryByText(/至少/)).toBeNull()
  })

  test('keeps the key of the same words over silence, and has another for other words', async () => {
    signedInAs()
    const sent = stubApi({ ...hours, [list]: none, [submit]: { status: 504, error: 'x', path: submit } })
    await renderPage('help', Feedback)
    for (const text of ['二维码一直不显示', '二维码一直不显示', '二维码还是不显示']) {
      describe_(text)
      fireEvent.click(screen.getByText('提交反馈'))
      expect(await screen.findByText(/不会重复提交/)).toBeTruthy()
    }
    const keys = sent.filter(({ path }) => path === submit).map(({ body }) => body.requestId)
    expect(keys).toHaveLength(3)
    expect(keys[0]).toBe(keys[1])
    expect(keys[2]).not.toBe(keys[0])
  })

  test('takes along what the device says of itself only when asked to, just as it is shown', async () => {
    signedInAs()
    const silence = { status: 504, error: 'x', path: submit }
    const sent = stubApi({ ...hours, [list]: none, [submit]: silence })
    await renderPage('help', Feedback)
    describe_('二维码一直不显示')
    fireEvent.click(screen.getByText('提交反馈'))
    expect(await screen.findByText(/不会重复提交/)).toBeTruthy()
    fireEvent.click(screen.getByRole('switch', { name: /附上设备信息/ }))
    const shown = (await screen.findByText(/^app /)).textContent
    fireEvent.click(screen.getByText('提交反馈'))
    await waitFor(() => expect(sent.filter(({ path }) => path === submit)).toHaveLength(2))
    const [without, along] = sent.filter(({ path }) => path === submit).map(({ body }) => body)
    expect(without?.diagnostic).toBeUndefined()
    expect(along?.diagnostic).toBe(shown)
    expect(along?.requestId).toBe(without?.requestId)
  })

  test('keeps that key over a reload, with the pictures gone, until the words have arrived', async () => {
    signedInAs()
    let isSilent = true
    const silence = { status: 504, error: 'x', path: submit }
    const sent = stubApi({ ...hours, [list]: none, [submit]: () => (isSilent ? silence : done(ticket)) })
    const send = async () => {
      await renderPage('help', Feedback)
      describe_('二维码一直不显示')
      fireEvent.click(screen.getByText('提交反馈'))
    }
    await send()
    expect(await screen.findByText(/不会重复提交/)).toBeTruthy()
    cleanup()
    isSilent = false
    await send()
    await waitFor(() => expect(currentUrl.value).toBe(`/pages/feedback/feedback?id=${id}`))
    expect(localStorage.getItem('drafts')).toBeNull()
    cleanup()
    await send()
    const keys = () => sent.filter(({ path }) => path === submit).map(({ body }) => body.requestId)
    await waitFor(() => expect(keys()).toHaveLength(3))
    expect(keys()[1]).toBe(keys()[0])
    expect(keys()[2]).not.toBe(keys()[0])
  })

  test('begins with the question whose answer did not help, and keeps what is said of it apart', async () => {
    signedInAs()
    stubApi({ ...hours, [list]: none })
    const text = () => screen.getByLabelText<HTMLTextAreaElement>('请描述遇到的问题').value
    const first = await renderPage('help', Feedback, { query: { question: '忘记资金密码？' } })
    expect(text()).toBe('忘记资金密码？\n')
    expect(localStorage.getItem('drafts')).toBeNull()
    describe_('忘记资金密码？\n没收到邮件')
    first.unmount()
    const second = await renderPage('help', Feedback)
    expect(text()).toBe('')
    second.unmount()
    await renderPage('help', Feedback, { query: { question: '忘记资金密码？' } })
    expect(text()).toBe('忘记资金密码？\n没收到邮件')
  })

  test('says once what became of it: that nobody answered, or that our service is busy', async () => {
    signedInAs()
    const before = shownToasts()
    let status = 502
    stubApi({ ...hours, [list]: none, [submit]: () => ({ status, error: 'x', path: submit }) })
    await renderPage('help', Feedback)
    describe_('二维码一直不显示')
    fireEvent.click(screen.getByText('提交反馈'))
    expect(await screen.findByText(/不会重复提交/)).toBeTruthy()
    status = 503
    fireEvent.click(screen.getByText('提交反馈'))
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('服务繁忙或正在维护，请稍后再试'))
    expect(shownToasts()).toEqual(before)
  })

  test('says when it may be sent again after too many', async () => {
    signedInAs()
    const until = '2099-11-20T08:00:00.000Z'
    const data = { reason: 'too_often', limit: 20, until }
    stubApi({ ...hours, [list]: none, [submit]: { code: 1411, key: 'limit_exceeded', msg: '', data } })
    await renderPage('help', Feedback)
    describe_('二维码一直不显示')
    fireEvent.click(screen.getByText('提交反馈'))
    expect(await screen.findByText(/提交太频繁/)).toBeTruthy()
  })

  test('takes along what it is about, and leads to the ticket', async () => {
    signedInAs()
    const sent = stubApi({ ...hours, [list]: none, [submit]: done(ticket) })
    await renderPage('help', Feedback, { query: { refType: 'bill', refId: id } })
    expect(screen.getByText('查看').getAttribute('href')).toBe(`#/pages/bill/bill?id=${id}`)
    describe_('二维码一直不显示')
    fireEvent.click(screen.getByText('提交反馈'))
    await waitFor(() => expect(currentUrl.value).toBe(`/pages/feedback/feedback?id=${id}`))
    const body = sent.find(({ path }) => path === submit)?.body
    expect(body).toMatchObject({ description: '二维码一直不显示', refType: 'bill', refId: id })
  })

  test('tells who went elsewhere before the answer that it was sent, and leaves them there', async () => {
    signedInAs()
    stubApi({ ...hours, [list]: none, [submit]: awayBefore(done({ ...ticket, number: '100002' })) })
    await renderPage('help', Feedback)
    describe_('二维码一直不显示')
    fireEvent.click(screen.getByText('提交反馈'))
    expect(await screen.findByText(/100002/)).toBeTruthy()
    expect(currentUrl.value).toBe('/pages/card/card')
  })

  test('lists tickets with their state', async () => {
    signedInAs()
    stubApi({ ...hours, [list]: done({ list: [row], total: 1, page: 1, pageSize: 10 }) })
    await renderPage('help', Feedback)
    expect(await screen.findByText('待答复')).toBeTruthy()
    expect(screen.getByText('二维码不显示').closest('a')?.getAttribute('href')).toContain(id)
  })
})

describe('a ticket', () => {
  test('can be asked for again when it does not come', async () => {
    signedInAs()
    stubApi({ [get]: { status: 500, error: 'x', path: get } })
    await renderPage('help', Feedback, { query: { id } })
    expect(await screen.findByText('重试')).toBeTruthy()
  })

  test('shows its dialogue as text and by when it is answered, and takes a reply', async () => {
    signedInAs()
    const ours = { ...line, id: `${id.slice(0, -1)}b`, isOurs: true, text: '<b>您好</b>', pictures: 0 }
    const sent = stubApi({
      [get]: done({ ...ticket, lines: [line, ours] }),
      [reply]: done({
        ...ticket,
        updateTime: '2026-11-21T08:00:00.000Z',
        lines: [line, ours, { ...ours, id: 'c', text: '谢谢' }],
      }),
    })
    await renderPage('help', Feedback, { query: { id } })
    expect(await screen.findByText('<b>您好</b>')).toBeTruthy()
    expect(screen.getByText(/我们会在.*前答复/)).toBeTruthy()
    fireEvent.input(screen.getByLabelText('您的回复'), { target: { value: '还是不行' } })
    fireEvent.click(screen.getByText('回复', { selector: 'button' }))
    expect(await screen.findByText('谢谢')).toBeTruthy()
    expect((screen.getByLabelText('您的回复') as HTMLTextAreaElement).value).toBe('')
    expect(screen.queryByText('必填')).toBeNull()
    expect(sent.find(({ path }) => path === reply)?.body).toMatchObject({ id, text: '还是不行' })
  })
})
