import { act, fireEvent, screen, waitFor } from '@testing-library/preact'
import { describe, expect, test } from 'vitest'
import { beginInTelegram } from '../../telegram/testing.ts'
import { done, renderPage, signedInAs, stubApi } from '../../testing/testing.tsx'
import MessageList from './messageList.tsx'
// Loaded before it is waited for.
import './parts/setting.tsx'

const setting = '/api/customer/message/setting'
const chosen = {
  mail: { system: true, balance: false, verify: true, feedback: true },
  telegram: { system: true, balance: true, verify: true, feedback: true },
  telegramState: 'ready',
  quiet: null,
  timezone: 'Asia/Shanghai',
}

async function opened(answer: (sent: Record<string, unknown>) => object) {
  signedInAs()
  const sent = stubApi({
    '/api/customer/message/getAllMessageFirst': done([]),
    [setting]: answer,
  })
  await renderPage('messages', MessageList)
  fireEvent.click(await screen.findByRole('button', { name: /消息设置/ }))
  return () => sent.filter(({ path }) => path === setting).map(({ body }) => body)
}

const switches = (name: string) => screen.getAllByRole('switch', { name: new RegExp(name) })
const isOn = (element: Element | undefined) => element?.getAttribute('aria-checked')

describe('message settings', () => {
  test('say what is wrong and can be asked for again', async () => {
    let tries = 0
    await opened(() => (++tries === 1 ? { status: 500, error: 'none', path: '' } : done(chosen)))
    fireEvent.click(await screen.findByText('重试'))
    await waitFor(() => expect(switches('余额变动')).toHaveLength(2))
  })

  test('a change that is not taken shows what holds', async () => {
    const bodies = await opened(sent =>
      Object.keys(sent).length > 0 ? { code: 0, msg: '', key: 'network' } : done(chosen),
    )
    await waitFor(() => expect(switches('余额变动')).toHaveLength(2))
    fireEvent.click(switches('余额变动')[0] as Element)
    await waitFor(() => expect(bodies()).toEqual([{}, { mail: { balance: true } }, {}]))
    await waitFor(() => expect(isOn(switches('余额变动')[0])).toBe('false'))
  })

  test('a change that is not taken leaves those before it, where nothing can be read either', async () => {
    let isCutOff = false
    const holds = done({ ...chosen, mail: { ...chosen.mail, balance: true } })
    const bodies = await opened(sent => {
      if (isCutOff) return { status: 504 }
      return Object.keys(sent).length > 0 ? holds : done(chosen)
    })
    await waitFor(() => expect(switches('余额变动')).toHaveLength(2))
    fireEvent.click(switches('余额变动')[0] as Element)
    await waitFor(() => expect(bodies()).toHaveLength(2))
    isCutOff = true
    fireEvent.click(switches('系统消息')[0] as Element)
    await waitFor(() => expect(bodies()).toHaveLength(4))
    await waitFor(() => expect(isOn(switches('系统消息')[0])).toBe('true'))
    expect(isOn(switches('余额变动')[0])).toBe('true')
  })

  test('send what was changed and nothing else', async () => {
    const bodies = await opened(({ mail, quiet }) =>
      done({
        ...chosen,
        mail: { ...chosen.mail, ...(mail as object) },
        quiet: quiet === undefined ? null : quiet,
      }),
    )
    await waitFor(() => expect(switches('余额变动')).toHaveLength(2))
    fireEvent.click(switches('余额变动')[0] as Element)
    await waitFor(() => expect(isOn(switches('余额变动')[0])).toBe('true'))
    fireEvent.click(switches('夜间免打扰')[0] as Element)
    const until = (await screen.findByLabelText('结束')) as HTMLSelectElement
    until.value = '07:30'
    // Testing Library turns `change` into `input`, which a list of the system does not give.
    fireEvent(until, new Event('change', { bubbles: true }))
    await waitFor(() =>
      expect(bodies()).toEqual([
        {},
        { mail: { balance: true } },
        { quiet: { from: '22:00', until: '08:00' } },
        { quiet: { from: '22:00', until: '07:30' } },
      ]),
    )
  })

  test.each([
    ['in turn', [1, 2]],
    ['the other way round', [2, 1]],
  ])('that are switched one right after the other stay so, answered %s', async (_, order) => {
    const answers: (() => void)[] = []
    const mail = { ...chosen.mail }
    await opened(sent => {
      if (!sent.mail) return done(chosen)
      Object.assign(mail, sent.mail)
      const answer = done({ ...chosen, mail: { ...mail } })
      return new Promise<object>(resolve => answers.push(() => resolve(answer)))
    })
    await waitFor(() => expect(switches('余额变动')).toHaveLength(2))
    fireEvent.click(switches('余额变动')[0] as Element)
    await waitFor(() => expect(isOn(switches('余额变动')[0])).toBe('true'))
    fireEvent.click(switches('认证消息')[0] as Element)
    await waitFor(() => expect(answers).toHaveLength(2))
    for (const number of order) {
      await act(async () => answers[number - 1]?.())
      await act(() => new Promise(resolve => setTimeout(resolve, 20)))
      expect(isOn(switches('余额变动')[0])).toBe('true')
      expect(isOn(switches('认证消息')[0])).toBe('false')
    }
  })

  test('lead to binding where no Telegram is bound', async () => {
    await opened(() => done({ ...chosen, telegramState: 'unbound' }))
    expect((await screen.findByText('去绑定')).getAttribute('href')).toContain('safeCenter')
    expect(switches('余额变动')).toHaveLength(1)
  })

  test('say why nothing comes to Telegram any more, and let it begin again', async () => {
    const bodies = await opened(({ telegram }) =>
      done({ ...chosen, telegramState: telegram ? 'ready' : 'blocked' }),
    )
    await screen.findByText(/机器人无法给您发消息/)
    expect(isOn(switches('余额变动')[1])).toBe('false')
    fireEvent.click(switches('余额变动')[1] as Element)
    await waitFor(() => expect(screen.queryByText(/机器人无法给您发消息/)).toBeNull())
    expect(bodies().at(-1)).toEqual({
      telegram: { system: false, balance: true, verify: false, feedback: false },
    })
  })

  test('inside Telegram ask for the permission that is missing, and begin again with what was chosen', async () => {
    const host = beginInTelegram()
    const bodies = await opened(({ telegram }) =>
      done({ ...chosen, telegramState: telegram ? 'ready' : 'blocked' }),
    )
    fireEvent.click(await screen.findByText('允许发送'))
    host.tell('write_access_requested', { status: 'allowed' })
    await waitFor(() => expect(screen.queryByText('允许发送')).toBeNull())
    expect(bodies().at(-1)).toEqual({ telegram: chosen.telegram })
    host.leave()
  })
})
