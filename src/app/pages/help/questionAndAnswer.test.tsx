import { fireEvent, screen, waitFor, within } from '@testing-library/preact'
import { describe, expect, test, vi } from 'vitest'
import { done, renderPage, stubApi } from '../../testing/testing.tsx'
import QuestionAndAnswer from './questionAndAnswer.tsx'

const path = '/api/common/faq'
const list = [
  { id: 'code', group: '账号', question: '收不到验证码？', answer: '看看垃圾邮件。', words: ['邮箱'] },
  { id: 'pin', group: '账号', question: '忘记资金密码？', answer: '用邮箱验证码重设。', words: ['1102'] },
  { id: 'fee', group: '费用', question: '手续费多少？', answer: '确认前显示。', words: ['费率'] },
]
const open = () => [...document.querySelectorAll('details[open] summary')].map(element => element.textContent)

describe('questions and answers', () => {
  test('opens the one that a link names', async () => {
    stubApi({ [path]: done(list) })
    await renderPage('help', QuestionAndAnswer, { query: { q: 'pin' } })
    await screen.findByText('忘记资金密码？')
    expect(open()).toEqual(['忘记资金密码？'])
  })

  test('searches for what a link says otherwise', async () => {
    stubApi({ [path]: done(list) })
    await renderPage('help', QuestionAndAnswer, { query: { q: '验证码' } })
    await screen.findByText('收不到验证码？')
    expect(screen.queryByText('手续费多少？')).toBeNull()
  })

  test('finds every word, and offers help when nothing is found', async () => {
    stubApi({ [path]: done(list) })
    await renderPage('help', QuestionAndAnswer)
    await screen.findByText('手续费多少？')
    fireEvent.input(screen.getByLabelText('搜索问题'), { target: { value: '邮箱 资金' } })
    expect(open()).toEqual(['忘记资金密码？'])
    fireEvent.input(screen.getByLabelText('搜索问题'), { target: { value: '费率' } })
    expect(open()).toEqual(['手续费多少？'])
    fireEvent.input(screen.getByLabelText('搜索问题'), { target: { value: 'xyz' } })
    expect(screen.getByText('帮助与客服').getAttribute('href')).toBe('#/pages/service/service')
  })

  test('can be read without a network once they were read, each language by itself', async () => {
    stubApi({ [path]: done(list) })
    const { unmount } = await renderPage('help', QuestionAndAnswer)
    await screen.findByText('忘记资金密码？')
    unmount()
    vi.stubGlobal('fetch', async () => {
      throw new TypeError('no network')
    })
    const offline = await renderPage('help', QuestionAndAnswer)
    fireEvent.input(screen.getByLabelText('搜索问题'), { target: { value: '费率' } })
    expect(open()).toEqual(['手续费多少？'])
    expect(screen.queryByText('重试')).toBeNull()
    offline.unmount()
    await renderPage('help', QuestionAndAnswer, { language: 'en-US' })
    expect(await screen.findByText('Try again')).toBeTruthy()
    expect(screen.queryByText('手续费多少？')).toBeNull()
  })

  test('that are kept are those that were read last', async () => {
    stubApi({ [path]: done(list) })
    const { unmount } = await renderPage('help', QuestionAndAnswer)
    await screen.findByText('忘记资金密码？')
    unmount()
    stubApi({ [path]: done([{ ...list[1], question: '换了问题？' }]) })
    await renderPage('help', QuestionAndAnswer)
    await screen.findByText('换了问题？')
    expect(screen.queryByText('忘记资金密码？')).toBeNull()
    await waitFor(() => expect(localStorage.getItem('faq')).toContain('换了问题'))
    expect(localStorage.getItem('faq')).not.toContain('忘记资金密码')
  })

  test('can be asked for again when it does not come', async () => {
    stubApi({ [path]: { status: 500, error: 'none', path } })
    await renderPage('help', QuestionAndAnswer)
    expect(await screen.findByText('重试')).toBeTruthy()
  })
})

describe('whether an answer helped', () => {
  const answer = (question: string) => within(screen.getByText(question).closest('details') as HTMLElement)
  const asked = (question: string, name: string) => answer(question).queryByRole('group', { name })

  test.each([
    ['zh-CN', '这个回答有帮助吗？', '有', /谢谢/],
    ['en-US', 'Did this help?', 'Yes', /Thank you/],
  ] as const)('is asked in %s until it did, and never again then', async (language, name, yes, thanks) => {
    stubApi({ [path]: done(list) })
    const first = await renderPage('help', QuestionAndAnswer, { language })
    await screen.findByText('忘记资金密码？')
    fireEvent.click(answer('忘记资金密码？').getByRole('button', { name: yes }))
    expect(document.activeElement).toBe(screen.getByText(thanks))
    const search = screen.getByRole('searchbox')
    search.focus()
    fireEvent.input(search, { target: { value: '密码' } })
    expect(document.activeElement).toBe(search)
    first.unmount()
    await renderPage('help', QuestionAndAnswer, { language })
    await screen.findByText('忘记资金密码？')
    expect(asked('忘记资金密码？', name)).toBeNull()
    expect(asked('手续费多少？', name)).toBeTruthy()
  })

  test('leads to feedback about the question when it did not', async () => {
    stubApi({ [path]: done(list) })
    await renderPage('help', QuestionAndAnswer)
    await screen.findByText('忘记资金密码？')
    const href = answer('忘记资金密码？').getByRole('link', { name: '没有' }).getAttribute('href')
    expect(Object.fromEntries(new URLSearchParams(href?.split('?')[1]))).toEqual({
      question: '忘记资金密码？',
    })
  })
})
