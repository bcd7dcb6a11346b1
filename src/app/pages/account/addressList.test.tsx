import { fireEvent, screen, waitFor } from '@testing-library/preact'
import { beforeEach, describe, expect, test } from 'vitest'
import { currentUrl, go, goTo } from '../../routing/hash-location.tsx'
import { done, renderPage, signedInAs, stubApi } from '../../testing/testing.tsx'
import AddressList from './addressList.tsx'
import ChooseLocation from './choose-location.tsx'
import OpenLocation from './open-location.tsx'
import { abroad, home, listed, paths } from './testing/place-samples.ts'

beforeEach(() => {
  signedInAs()
  go('addressList')
})

describe('the list of addresses', () => {
  test('that cannot be loaded is not an empty one, and can be asked for again', async () => {
    stubApi({ [paths.list]: { status: 500, error: 'none', path: '' } })
    await renderPage('account', AddressList)
    await screen.findByText('重试')
    expect(screen.queryByText('还没有邮寄地址')).toBeNull()
  })

  test('that is empty leads to the form', async () => {
    stubApi({ [paths.list]: listed() })
    await renderPage('account', AddressList)
    expect(await screen.findByText('还没有邮寄地址')).toBeTruthy()
    expect(screen.getByText('新增地址').getAttribute('href')).toBe('#/pages/address/address')
  })

  test('that is full offers no new one', async () => {
    const many = Array.from({ length: 20 }, (_, number) => ({ ...abroad, _id: `${number}` }))
    stubApi({ [paths.list]: listed(...many) })
    await renderPage('account', AddressList)
    expect(await screen.findByText('最多保存 20 个地址，请先删除不用的')).toBeTruthy()
    expect(screen.queryByText('新增地址')).toBeNull()
  })

  test('deletes only what was confirmed, and says why when it was not', async () => {
    const answers: Record<string, object> = {
      [paths.list]: listed(home, abroad),
      [paths.remove]: { status: 500, error: 'none', path: '' },
    }
    const sent = stubApi(answers)
    await renderPage('account', AddressList)
    fireEvent.click((await screen.findAllByText('删除'))[1] as HTMLElement)
    expect(await screen.findByText('删除这个地址？')).toBeTruthy()
    expect(screen.queryByText('查看申请')).toBeNull()
    expect(sent.some(({ path }) => path === paths.remove)).toBe(false)
    const confirm = () => fireEvent.click(screen.getAllByText('删除').at(-1) as HTMLElement)
    confirm()
    expect(await screen.findByText('网络错误，请稍后再试')).toBeTruthy()
    answers[paths.remove] = done(null)
    answers[paths.list] = listed(home)
    confirm()
    await waitFor(() => expect(screen.queryByText('Lin Wei')).toBeNull())
    expect(sent.find(({ path }) => path === paths.remove)?.body).toEqual({ _id: abroad._id })
    expect(screen.getByText('默认')).toBeTruthy()
  })

  test('lets go of one that another device has deleted', async () => {
    const answers: Record<string, object> = { [paths.list]: listed(abroad), [paths.remove]: { status: 403 } }
    stubApi(answers)
    await renderPage('account', AddressList)
    fireEvent.click(await screen.findByText('删除'))
    await screen.findByText('删除这个地址？')
    answers[paths.list] = listed()
    fireEvent.click(screen.getAllByText('删除').at(-1) as HTMLElement)
    await waitFor(() => expect(screen.queryByText('Lin Wei')).toBeNull())
    expect(screen.queryByText(/网络错误/)).toBeNull()
  })

  test('says before one is deleted which applications use it', async () => {
    const usedBy = [
      { id: 'a1', isPaid: true },
      { id: 'a2', isPaid: false },
    ]
    stubApi({ [paths.list]: listed({ ...home, usedBy }) })
    await renderPage('account', AddressList)
    fireEvent.click(await screen.findByText('删除'))
    expect(await screen.findByText('一份已付款的实体卡申请仍会寄往这里。')).toBeTruthy()
    expect(screen.getByText(/一份还没付款的实体卡申请用的是这个地址/)).toBeTruthy()
    expect(screen.getAllByText('查看申请').map(each => each.getAttribute('href'))).toEqual([
      '#/pages/makeCard/makeCard?id=a1',
      '#/pages/makeCard/makeCard?id=a2',
    ])
  })

  test('leads to the address as text', async () => {
    stubApi({ [paths.list]: listed(home) })
    await renderPage('account', AddressList)
    const row = (await screen.findByText('中国 广东省深圳市南山区 科技园 1 号')).closest('a')
    expect(row?.getAttribute('href')).toBe(`#/open-location?_id=${home._id}`)
  })
})

describe('choosing an address', () => {
  const back = '/pages/makeCard/makeCard?cardId=c1&step=1'

  test('goes back to the page that asked, with the choice', async () => {
    stubApi({ [paths.list]: listed(home, abroad) })
    await renderPage('account', AddressList, { query: { select: '1', back } })
    fireEvent.click(await screen.findByText('Lin Wei'))
    expect(currentUrl.value).toBe(`${back}&addressId=${abroad._id}`)
  })

  test('steps back to it, also when it was pressed twice: back from there leads to what was before', async () => {
    stubApi({ [paths.list]: listed(home, abroad) })
    goTo(back)
    const { i } = history.state
    go('addressList', { select: 1, back })
    await renderPage('account', AddressList, { query: { select: '1', back } })
    const row = await screen.findByText('Lin Wei')
    fireEvent.click(row)
    fireEvent.click(row)
    await waitFor(() => expect(currentUrl.value).toBe(`${back}&addressId=${abroad._id}`))
    expect(history.state.i).toBe(i)
  })

  test.each(['https://evil.test/', '//evil.test', 'javascript:alert(1)', '/pages/nowhere/nowhere'])(
    'never goes to %s',
    async foreign => {
      stubApi({ [paths.list]: listed(home) })
      await renderPage('account', AddressList, { query: { select: '1', back: foreign } })
      fireEvent.click(await screen.findByText('林微'))
      expect(currentUrl.value).toBe(`/pages/makeCard/makeCard?addressId=${home._id}`)
    },
  )

  test('by typing finds what is saved, or begins a new one with what was typed', async () => {
    stubApi({ [paths.list]: listed(home, abroad) })
    await renderPage('account', ChooseLocation, { query: { back } })
    await screen.findByText('林微')
    fireEvent.input(screen.getByLabelText('输入地点'), { target: { value: 'market' } })
    await waitFor(() => expect(screen.queryByText('林微')).toBeNull())
    const add = screen.getByText('用它新增地址').getAttribute('href') as string
    expect(Object.fromEntries(new URLSearchParams(add.split('?')[1]))).toEqual({
      select: '1',
      back,
      address: 'market',
    })
    fireEvent.click(screen.getByText('Lin Wei'))
    expect(currentUrl.value).toBe(`${back}&addressId=${abroad._id}`)
  })
})

describe('an address as text', () => {
  test('says when there is none', async () => {
    stubApi({ [paths.list]: listed(home) })
    await renderPage('account', OpenLocation, { query: { _id: 'gone' } })
    expect(await screen.findByText('这个地址不存在或已删除')).toBeTruthy()
  })

  test('is as it stands on the envelope', async () => {
    stubApi({ [paths.list]: listed(home, abroad) })
    await renderPage('account', OpenLocation, { query: { _id: abroad._id } })
    const written = await screen.findByText(/1 Market St/)
    expect(written.textContent).toBe(abroad.lines.join('\n'))
    expect(screen.getByText('+1 13800138000')).toBeTruthy()
  })
})
