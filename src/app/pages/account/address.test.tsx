import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/preact'
import { beforeEach, describe, expect, test } from 'vitest'
import { currentUrl, go, goTo } from '../../routing/hash-location.tsx'
import { awayBefore, done, renderPage, signedInAs, stubApi } from '../../testing/testing.tsx'
import Address from './address.tsx'
import { abroad, around, home, listed, paths } from './testing/place-samples.ts'

beforeEach(() => {
  sessionStorage.clear()
  signedInAs()
  go('address')
})

const type = (label: string, value: string) =>
  fireEvent.input(screen.getByLabelText(label), { target: { value } })
const press = (text: string | RegExp) => fireEvent.click(screen.getByText(text))
const isSent = (sent: { path: string }[], path: string) => sent.some(call => call.path === path)
/** Opens a choice and takes the rows with these words one after the other. */
async function choose(field: RegExp, ...rows: string[]) {
  fireEvent.click(screen.getByRole('button', { name: field }))
  for (const row of rows) fireEvent.click(within(await screen.findByRole('dialog')).getByText(row))
}

describe('a new address', () => {
  test('tells what mailing costs there, and is not sent without what the country needs', async () => {
    const sent = stubApi(around)
    await renderPage('account', Address)
    expect(await screen.findByText(/邮寄费 5.00 USDT，约 2–5 天送达（SF Express）/)).toBeTruthy()
    expect(screen.getByDisplayValue('lin@example.com')).toBeTruthy()
    press('保存地址')
    expect(await screen.findAllByText('必填')).toHaveLength(3)
    expect(isSent(sent, paths.save)).toBe(false)
  })

  test('takes province, city and district one after the other, and sends what is tidy', async () => {
    const sent = stubApi({ ...around, [paths.save]: done(home) })
    await renderPage('account', Address)
    await screen.findByText(/邮寄费/)
    fireEvent.click(screen.getByRole('button', { name: /所在地区/ }))
    await screen.findByText('Guangdong')
    await choose(/所在地区/, '广东省', '深圳市', '南山区')
    expect(await screen.findByText('广东省 深圳市 南山区')).toBeTruthy()
    type('详细地址', ' 科技园 １ 号 ')
    type('收件人', '林微')
    type('联系电话', '+86 138-0013-8000')
    press('保存地址')
    await waitFor(() => expect(isSent(sent, paths.save)).toBe(true))
    const { _id, lines, createTime, ...fields } = { ...home, isDefault: false }
    expect(sent.find(({ path }) => path === paths.save)?.body).toEqual(fields)
  })

  test('a city without districts is enough', async () => {
    stubApi(around)
    await renderPage('account', Address)
    await screen.findByText(/邮寄费/)
    fireEvent.click(screen.getByRole('button', { name: /所在地区/ }))
    await screen.findByText('Guangdong')
    await choose(/所在地区/, '广东省', '试验市')
    expect(await screen.findByText('广东省 试验市')).toBeTruthy()
  })

  test('in another country asks for other parts, in Latin letters, and forgets the old ones', async () => {
    const sent = stubApi(around)
    await renderPage('account', Address)
    await screen.findByText(/邮寄费 5.00/)
    await choose(/国家或地区/, '美国')
    expect(await screen.findByText(/邮寄费 35.00/)).toBeTruthy()
    expect(screen.getByText(/请用英文字母或拼音填写/)).toBeTruthy()
    expect(screen.getByRole('button', { name: /区号/ }).textContent).toContain('+1')
    type('详细地址', '市场街 1 号')
    type('邮政编码', '123')
    press('保存地址')
    expect(await screen.findByText('请用英文字母或拼音')).toBeTruthy()
    expect(screen.getByText('邮编格式不对')).toBeTruthy()
    expect(isSent(sent, paths.save)).toBe(false)
  })

  test('says at once where we do not mail', async () => {
    stubApi(around)
    await renderPage('account', Address)
    await screen.findByText(/邮寄费/)
    await choose(/国家或地区/, '俄罗斯')
    expect(await screen.findByText('暂时不能寄到这里')).toBeTruthy()
  })

  test('whose rules do not come can be asked for again', async () => {
    const answers: Record<string, object> = { ...around, [paths.rules]: { status: 500, error: '', path: '' } }
    stubApi(answers)
    await renderPage('account', Address)
    const retry = await screen.findByText('重试')
    answers[paths.rules] = around[paths.rules] as object
    fireEvent.click(retry)
    expect(await screen.findByLabelText('详细地址')).toBeTruthy()
  })

  test('is still there after a look elsewhere, for nobody else', async () => {
    stubApi(around)
    await renderPage('account', Address)
    await screen.findByText(/邮寄费/)
    type('收件人', '林微')
    cleanup()
    await renderPage('account', Address)
    expect(await screen.findByDisplayValue('林微')).toBeTruthy()
    cleanup()
    signedInAs({ id: '01990000-0000-7000-8000-000000000002' })
    await renderPage('account', Address)
    await screen.findByText(/邮寄费/)
    expect(screen.queryByDisplayValue('林微')).toBeNull()
  })
})

describe('an address that is there', () => {
  const show = async (answers: Record<string, object>, query: object = {}) => {
    const sent = stubApi({ ...around, [paths.list]: listed(home, abroad), ...answers })
    await renderPage('account', Address, { query: { _id: abroad._id, ...query } })
    await screen.findByText(/邮寄费/)
    return sent
  }

  test('says when it is gone', async () => {
    stubApi({ ...around, [paths.list]: listed(home) })
    await renderPage('account', Address, { query: { _id: abroad._id } })
    expect(await screen.findByText('这个地址不存在或已删除')).toBeTruthy()
  })

  test('shows what the server refuses at its field and that it came to nothing, and keeps what was typed', async () => {
    const data = { fields: { address: 'poBox', country: 'unserved' } }
    await show({ [paths.update]: { code: 1503, key: 'modify_failed', msg: '', data } })
    type('详细地址', 'PO Box 1')
    press('保存地址')
    expect(await screen.findByText('快递不送邮政信箱，请填写街道地址')).toBeTruthy()
    expect(screen.getByText('暂时不能寄到这里')).toBeTruthy()
    expect(screen.getByDisplayValue('PO Box 1')).toBeTruthy()
    expect(screen.getByText('修改失败')).toBeTruthy()
  })

  test.each([
    ['modify_failed', 1503, null, '修改失败'],
    ['limit_exceeded', 1411, { which: 'addresses', limit: '20', left: '0' }, /最多保存 20 个地址/],
  ])('says in words what %s is', async (key, code, data, words) => {
    await show({ [paths.update]: { code, key, msg: '', data } })
    press('保存地址')
    expect(await screen.findByText(words)).toBeTruthy()
  })

  test('is made the default one by its switch; the default one has none', async () => {
    const sent = await show({ [paths.update]: done(abroad) })
    fireEvent.click(screen.getByRole('switch'))
    press('保存地址')
    await waitFor(() => expect(isSent(sent, paths.update)).toBe(true))
    const { lines, createTime, ...fields } = { ...abroad, isDefault: true }
    expect(sent.find(({ path }) => path === paths.update)?.body).toEqual(fields)
    cleanup()
    await show({}, { _id: home._id })
    expect(screen.queryByRole('switch')).toBeNull()
    expect(screen.getByText(/这是默认地址/)).toBeTruthy()
  })

  test('is chosen as soon as it is saved when a page asked for one', async () => {
    const back = '/pages/makeCard/makeCard?cardId=c1'
    goTo(back)
    const { i } = history.state
    go('addressList', { select: 1, back })
    go('address', { select: 1, back })
    await show({ [paths.update]: done(abroad) }, { select: '1', back })
    press('保存地址')
    await waitFor(() => expect(currentUrl.value).toBe(`${back}&addressId=${abroad._id}`))
    expect(history.state.i).toBe(i)
  })

  test.each([
    ['one that was to be chosen', { select: '1', back: '/pages/makeCard/makeCard?cardId=c1' }],
    ['one that was not', {}],
  ])('%s moves nobody who went elsewhere before it was saved', async (_, query) => {
    await show({ [paths.update]: awayBefore(done(abroad)) }, query)
    press('保存地址')
    await screen.findByText('地址已保存')
    await new Promise(resolve => setTimeout(resolve, 50))
    expect(currentUrl.value).toBe('/pages/card/card')
  })
})
