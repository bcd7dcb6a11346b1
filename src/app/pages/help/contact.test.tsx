import { fireEvent, screen, waitFor } from '@testing-library/preact'
import { describe, expect, test } from 'vitest'
import { done, renderPage, stubApi } from '../../testing/testing.tsx'
import Service from './service.tsx'

const param = (name: string) => `/api/common/params/${name.replace('/', '/get/')}`
const contacts = [
  { kind: 'email', value: 'help@glaze.example' },
  { kind: 'telegram', value: '@glaze_help' },
]
const answers = {
  [param('service/contacts')]: done(contacts),
  [param('service/hours')]: done('每天 9:00–21:00'),
  [param('app/officialChannels')]: done({ note: '只有这些是我们的', channels: contacts }),
  [param('service/complaint')]: done({ email: 'complaint@glaze.example', steps: ['先提交反馈'] }),
}

describe('help and contact', () => {
  test('tells the ways to reach us, and the way to a ticket', async () => {
    stubApi(answers)
    await renderPage('help', Service)
    expect((await screen.findByText('help@glaze.example')).closest('a')?.getAttribute('href')).toBe(
      'mailto:help@glaze.example',
    )
    expect(screen.getByText('@glaze_help').closest('a')?.getAttribute('href')).toBe('https://t.me/glaze_help')
    expect(await screen.findByText('每天 9:00–21:00')).toBeTruthy()
    expect(screen.getByRole('link', { name: /^意见反馈/ }).getAttribute('href')).toBe(
      '#/pages/feedback/feedback',
    )
  })

  test('tells an address of ours from another', async () => {
    stubApi(answers)
    await renderPage('help', Service)
    const field = await screen.findByLabelText<HTMLInputElement>('邮箱、网址或 Telegram 账号')
    for (const [value, words] of [
      ['help@glaze.example', '这是我们的官方渠道'],
      ['help@glaze-safe.example', /这不是我们的官方渠道/],
    ] as const) {
      fireEvent.input(field, { target: { value } })
      fireEvent.submit(field.form as HTMLFormElement)
      await waitFor(() => expect(screen.getByText(words)).toBeTruthy())
    }
  })

  test('can be asked again when the addresses do not come; feedback is there all the same', async () => {
    let isUp = false
    stubApi({ ...answers, [param('service/contacts')]: () => (isUp ? done(contacts) : { status: 502 }) })
    await renderPage('help', Service)
    const again = await screen.findByRole('button', { name: '重试' })
    expect(screen.getByRole('link', { name: /^意见反馈/ })).toBeTruthy()
    isUp = true
    fireEvent.click(again)
    expect(await screen.findByText('help@glaze.example')).toBeTruthy()
  })

  test.each([
    ['app/officialChannels', '核验官方渠道', '只有这些是我们的'],
    ['service/complaint', '投诉流程', '先提交反馈'],
  ])('says that %s did not come, and asks for it again', async (name, title, words) => {
    let isUp = false
    const place = param(name) as keyof typeof answers
    stubApi({ ...answers, [place]: () => (isUp ? answers[place] : { status: 502 }) })
    await renderPage('help', Service)
    const again = await screen.findByRole('button', { name: '重试' })
    expect(screen.getByRole('heading', { name: title })).toBeTruthy()
    isUp = true
    fireEvent.click(again)
    expect(await screen.findByText(words)).toBeTruthy()
    expect(screen.queryByRole('button', { name: '重试' })).toBeNull()
  })
})
