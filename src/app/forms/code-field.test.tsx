import { fireEvent, screen } from '@testing-library/preact'
import { expect, test, vi } from 'vitest'
import * as rule from '../../contract/field.ts'
import { done, renderPage, stubApi } from '../testing/testing.tsx'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { CodeField } from './code-field.tsx'
import { useForm } from './form.ts'

const sent = vi.fn()

function show({
  hasNote = false,
  email = 'lin@example.com',
  kind = 'primary' as 'primary' | 'danger' | 'link',
  language = 'zh-CN' as 'zh-CN' | 'en-US',
} = {}) {
  sent.mockClear()
  stubApi({})
  function Page() {
    const form = useForm({ code: rule.code, note: hasNote ? rule.line : rule.nickname })
    return (
      <form onSubmit={form.submit(async values => sent(values))} noValidate>
        {hasNote && <Field label="note" {...form.field('note')} />}
        <CodeField
          bound={form.field('code')}
          form={form}
          email={email}
          type="unfreeze"
          onRefused={() => {}}
        />
        {kind === 'link' ? (
          <Button href="#/">go</Button>
        ) : (
          <Button type="submit" kind={kind}>
            go
          </Button>
        )}
      </form>
    )
  }
  return renderPage('account', Page, { language })
}
const codeField = () => screen.getByLabelText(/^(邮箱验证码|E-mail code)/) as HTMLInputElement
const type = (field: Element, value: string) => fireEvent.input(field, { target: { value } })
const pause = () => new Promise(resolve => setTimeout(resolve, 50))

test.each(['zh-CN', 'en-US'] as const)(
  'a code is offered by the phone and typed with digits: %s',
  async language => {
    await show({ language })
    expect(codeField().autocomplete).toBe('one-time-code')
    expect(codeField().getAttribute('inputmode')).toBe('numeric')
  },
)

test.each(['123 456', ' 123-456\n', '１２３４５６', '1234567'])(
  '%j pasted is the code, and sent once',
  async text => {
    await show()
    type(codeField(), text)
    await pause()
    expect(codeField().value).toBe('123456')
    expect(sent.mock.calls).toEqual([[{ code: '123456', note: '' }]])
  },
)

test('five digits are not sent; another code after a wrong one is', async () => {
  await show()
  type(codeField(), '12345')
  await pause()
  expect(sent).not.toHaveBeenCalled()
  type(codeField(), '123456')
  await pause()
  type(codeField(), '654321')
  await pause()
  expect(sent.mock.calls.map(([{ code }]) => code)).toEqual(['123456', '654321'])
})

test('waits for what else the form asks for', async () => {
  await show({ hasNote: true })
  type(codeField(), '123456')
  await pause()
  expect(sent).not.toHaveBeenCalled()
  expect(screen.queryByRole('alert')).toBeNull()
  type(screen.getByLabelText('note'), 'x')
  await pause()
  expect(sent).not.toHaveBeenCalled()
  type(codeField(), '12345')
  type(codeField(), '123456')
  await pause()
  expect(sent).toHaveBeenCalledOnce()
})

test.each(['danger', 'link'] as const)('never presses for somebody where the button is a %s', async kind => {
  await show({ kind })
  type(codeField(), '123456')
  await pause()
  expect(sent).not.toHaveBeenCalled()
})

test.each([false, true])(
  'once the code is sent one types it, unless one is elsewhere by then: %s',
  async isElsewhere => {
    await show({ hasNote: true, email: `${isElsewhere}@example.com` })
    let answer = (_: object) => {}
    stubApi({
      '/api/common/customerUser/sendEmail': () =>
        new Promise<object>(resolve => {
          answer = resolve
        }),
    })
    fireEvent.click(screen.getByText('获取验证码'))
    const note = screen.getByLabelText('note')
    if (isElsewhere) note.focus()
    answer(done({ resendAt: new Date(Date.now() + 60_000).toISOString() }))
    await screen.findByText(/重发/)
    await pause()
    expect(document.activeElement).toBe(isElsewhere ? note : codeField())
  },
)

test('where a code was sent stands in place of what was wrong before', async () => {
  await show({ email: 'anew@example.com' })
  fireEvent.click(screen.getByText('go'))
  expect(await screen.findByText('请输入 6 位验证码')).toBeTruthy()
  const resendAt = new Date(Date.now() + 60_000).toISOString()
  stubApi({ '/api/common/customerUser/sendEmail': done({ resendAt }) })
  fireEvent.click(screen.getByText('获取验证码'))
  await screen.findByText(/重发/)
  const note = document.getElementById(codeField().getAttribute('aria-describedby') as string)
  expect(note?.textContent).toBe('已发送至 a*@example.com，10 分钟内有效')
  expect(codeField().getAttribute('aria-invalid')).toBeNull()
})
