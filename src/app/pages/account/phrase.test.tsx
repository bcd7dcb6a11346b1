import { fireEvent, screen, within } from '@testing-library/preact'
import { expect, test } from 'vitest'
import { session } from '../../state/session.ts'
import { done, person, renderPage, signedInAs, stubApi } from '../../testing/testing.tsx'
import SafeCenter from './safeCenter.tsx'

const path = '/api/customer/customerUser/updatePhrase'
const open = () => renderPage('account', SafeCenter, { query: { phrase: '1' } })

async function enterPin(confirm: string) {
  const sheet = within(await screen.findByRole('dialog'))
  for (const digit of '246801') fireEvent.click(sheet.getByRole('button', { name: digit }))
  fireEvent.click(sheet.getByRole('button', { name: confirm }))
}

async function save(phrase: string) {
  const field = await screen.findByLabelText('短语')
  fireEvent.input(field, { target: { value: phrase } })
  fireEvent.submit(field.closest('form') as HTMLFormElement)
}

test('the security centre says whether there is a phrase', async () => {
  signedInAs({ phraseSet: true })
  stubApi({ '/api/customer/customerUser/getUser': done({ ...person, phraseSet: true }) })
  await renderPage('account', SafeCenter)
  const row = screen.getByText('防钓鱼短语').closest('a')
  expect(row?.getAttribute('href')).toBe('#/pages/safeCenter/safeCenter?phrase=1')
  expect(row?.textContent).toContain('已设置')
})

test('a phrase takes a fund PIN first', async () => {
  signedInAs({ pinSet: false })
  stubApi({})
  await open()
  expect((await screen.findByText('设置资金密码')).getAttribute('href')).toContain('phrase%3D1')
  expect(screen.queryByLabelText('短语')).toBeNull()
})

test('one that is too short is not sent', async () => {
  signedInAs()
  const sent = stubApi({})
  await open()
  await save('石榴')
  await screen.findByText('4–30 个字')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(sent.filter(call => call.path === path)).toEqual([])
})

test('one that is the PIN is refused at its field', async () => {
  signedInAs()
  const data = { fields: { phrase: 'phraseSecret' } }
  stubApi({ [path]: { code: 1503, key: 'modify_failed', msg: '', data } })
  await open()
  await save('246801')
  await enterPin('保存短语')
  const said = await screen.findByText(/不要用资金密码/)
  expect(screen.getByLabelText('短语').getAttribute('aria-describedby')).toBe(said.id)
})

test('a phrase is shown as letters will show it, and told when it is kept', async () => {
  signedInAs()
  const sent = stubApi({ [path]: done({ ...person, phraseSet: true }) })
  await open()
  await save(' 窗外的石榴树 ')
  expect(screen.getByText(/您的防钓鱼短语：/).textContent).toContain('窗外的石榴树')
  await enterPin('保存短语')
  await screen.findByText('短语已保存')
  expect(screen.getByText(/开头应写着：窗外的石榴树/)).toBeTruthy()
  expect(sent.find(call => call.path === path)?.body).toEqual({ phrase: '窗外的石榴树', pin: '246801' })
  expect(session.value?.user.phraseSet).toBe(true)
})

test('a phrase can be removed, with the PIN as well', async () => {
  signedInAs({ phraseSet: true })
  const sent = stubApi({ [path]: done(person) })
  await open()
  fireEvent.click(await screen.findByRole('button', { name: '移除短语' }))
  await enterPin('移除短语')
  await screen.findByText('短语已移除')
  expect(sent.find(call => call.path === path)?.body).toEqual({ phrase: null, pin: '246801' })
})
