import { cleanup, fireEvent, screen, waitFor } from '@testing-library/preact'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { amountMs, draftOf } from '../../forms/draft.ts'
import { keys, recall, remember } from '../../storage.ts'
import { done, renderPage, signedInAs, stubApi } from '../../testing/testing.tsx'
import OpenCardKyc from './openCardKyc.tsx'
import { celadon } from './testing/samples.ts'

const cardHolderId = '01990000-0000-7000-8000-000000000031'
const confirmPath = '/api/customer/card/confirmCardHolderId'
const urlPath = '/api/customer/card/generatorCardHolderUrl'
const profile = {
  firstName: 'Wei',
  lastName: 'Lin',
  country: 'CN',
  address: '1 Kiln Road',
  city: 'Jingdezhen',
  state: 'Jiangxi',
  postalCode: '333000',
  areaCode: '+86',
  phone: '13800138000',
}

async function show(changes: Record<string, object>, query: object = {}) {
  signedInAs()
  const sent = stubApi({
    '/api/common/getCardType': done({ ...celadon, asksCardholder: true }),
    '/api/customer/idAuthorize/getKyc': done({ profile }),
    ...changes,
  })
  await renderPage('card', OpenCardKyc, { query: { cardTypeId: 'celadon', amount: '50', ...query } })
  return { of: (path: string) => sent.filter(call => call.path === path).map(({ body }) => body) }
}

describe('a kind of card whose issuer asks for the cardholder itself', () => {
  beforeEach(() => remember(keys.cardHolder, null))

  test('cannot be paid for before the issuer has said yes', async () => {
    await show({ [confirmPath]: done({ status: 'pending', cardHolderId }) }, { cardHolderId })
    await screen.findByText(/正在等待发卡方确认/)
    expect(screen.queryByText('信息无误，去支付')).toBeNull()
  })

  test('says that the issuer refused, and lets it be filled in again', async () => {
    await show({ [confirmPath]: done({ status: 'refused', cardHolderId }) }, { cardHolderId })
    await screen.findByText(/发卡方没有通过/)
    expect(screen.getByText('前往发卡方页面')).toBeTruthy()
    expect(screen.queryByText('信息无误，去支付')).toBeNull()
  })

  test('leads to the page of the issuer, and back to this very order', async () => {
    const assign = vi.spyOn(location, 'assign').mockImplementation(() => undefined)
    const url = 'https://issuer.example/holder/1'
    const sent = await show({
      [urlPath]: done({ url, cardHolderId, expireTime: '2026-11-22T10:00:00.000Z' }),
      [confirmPath]: done({ status: 'pending', cardHolderId }),
    })
    fireEvent.click(await screen.findByText('前往发卡方页面'))
    await waitFor(() => expect(assign).toHaveBeenCalledWith(url))
    const returnPath = '/pages/openCardKyc/openCardKyc?cardTypeId=celadon&amount=50'
    expect(sent.of(urlPath)).toEqual([{ cardTypeId: 'celadon', returnPath }])
    expect(recall(keys.cardHolder)).toMatchObject({ id: 'celadon', cardHolderId })
    expect(recall(keys.webView)).toBe(returnPath)
    assign.mockRestore()
    cleanup()
    await show({ [confirmPath]: done({ status: 'pending', cardHolderId }) })
    await screen.findByText(/正在等待发卡方确认/)
  })

  test('asks nothing about the cardholder of another customer of this phone', async () => {
    remember(keys.cardHolder, { by: 'another', id: 'celadon', cardHolderId })
    const sent = await show({ [confirmPath]: { status: 403, error: 'none', path: confirmPath } })
    await screen.findByText('前往发卡方页面')
    expect(sent.of(confirmPath)).toEqual([])
  })

  test('goes on to pay with the cardholder that was taken', async () => {
    await show({ [confirmPath]: done({ status: 'confirmed', cardHolderId }) }, { cardHolderId })
    const onward = await screen.findByText('信息无误，去支付')
    expect(onward.getAttribute('href')).toContain(`cardHolderId=${cardHolderId}`)
    expect(onward.getAttribute('href')).toContain('amount=50')
    expect(recall(keys.webView)).toBeNull()
  })

  test('gives a name along that stands in no address', async () => {
    await show({ [confirmPath]: done({ status: 'confirmed', cardHolderId }) }, { cardHolderId })
    const onward = await screen.findByText('信息无误，去支付')
    fireEvent.input(screen.getByLabelText(/卡片昵称|昵称/), { target: { value: '房租' } })
    await waitFor(() => expect(draftOf('nickname celadon', amountMs)).toEqual({ text: '房租' }))
    expect(decodeURIComponent(onward.getAttribute('href') ?? '')).not.toMatch(/nickname|房租/)
  })
})

describe('the verification the holder is taken from', () => {
  const kycPath = '/api/customer/idAuthorize/getKyc'

  test('is asked for again where it could not be read: nobody is sent to verify anew for that', async () => {
    await show({ [kycPath]: { status: 503 } })
    await screen.findByText(/暂时加载不出来/)
    expect(screen.queryByText(/开卡前需要完成身份认证/)).toBeNull()
    expect(screen.queryByText('去认证')).toBeNull()
  })

  test('leads to the verification where there is none', async () => {
    await show({ [kycPath]: done({ profile: null }) })
    await screen.findByText(/开卡前需要完成身份认证/)
  })
})
