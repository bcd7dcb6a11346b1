import { fireEvent, screen, waitFor, within } from '@testing-library/preact'
import { beforeAll, describe, expect, test } from 'vitest'
import { reportLost } from '../../../../../contract/card-control.ts'
import { decide, undecided } from '../../../../decision/decision.ts'
import { back } from '../../../../routing/hash-location.tsx'
import { done, renderPage, signedInAs, stubApi, typePin } from '../../../../testing/testing.tsx'
import CardDetail from '../../cardDetail.tsx'
import { cardId, celadon, pageOf, sampleCard } from '../../testing/samples.ts'
import { cardTitle } from '../card-tile.tsx'

const billId = '01990000-0000-7000-8000-000000000021'
const orderId = '01990000-0000-7000-8000-000000000022'
const detailPath = '/api/customer/card/detail'
const closePath = '/api/customer/card/closeCard'
const lostPath = '/api/customer/card/reportLost'
const closed = { card: { ...sampleCard, status: 'closed' }, returned: '100', held: '20', billId }
const physical = { ...sampleCard, type: 'physical', cardTypeId: 'celadon-physical' }
const lost = { ...closed, card: { ...sampleCard, status: 'lost' }, orderId: null }

beforeAll(() =>
  Promise.all([
    import('./card-end.tsx'),
    import('../control/card-control.tsx'),
    import('../control/merchants.tsx'),
  ]),
)

async function show(changes: Record<string, object | ((sent: Record<string, unknown>) => object)>) {
  signedInAs()
  const sent = stubApi({
    [detailPath]: done(sampleCard),
    '/api/customer/card/cardTranscationList/20/1': done(pageOf([])),
    ...changes,
  })
  await renderPage('card', CardDetail, { query: { id: cardId } })
  await screen.findByText('使用与安全')
  return { of: (path: string) => sent.filter(call => call.path === path).map(({ body }) => body) }
}

const pressed = (label: string) => fireEvent.click(screen.getAllByText(label).at(-1) as HTMLElement)

describe('closing a card', () => {
  test('that is refused says why and moves nothing', async () => {
    await show({ [closePath]: { code: 1411, key: 'balance_negative', msg: '', data: null } })
    pressed('注销卡片')
    await screen.findByText(/注销后不能恢复/)
    pressed('注销卡片')
    await typePin()
    const way = await screen.findByText('去还款')
    expect(way.getAttribute('href')).toBe(`#/pages/cardDetail/cardDetail?id=${cardId}&open=repay`)
    expect(screen.queryByText('卡片已注销')).toBeNull()
  })

  test('is gone back from step by step: from the PIN to what it means, then to the card', async () => {
    await show({})
    pressed('注销卡片')
    await screen.findByText(/注销后不能恢复/)
    pressed('注销卡片')
    await screen.findByRole('button', { name: '1' })
    back()
    await screen.findByText(/注销后不能恢复/)
    pressed('注销卡片')
    await screen.findByRole('button', { name: '1' })
    const phoneBack = () => fireEvent(document.querySelector('dialog') as HTMLElement, new Event('cancel'))
    phoneBack()
    await screen.findByText(/注销后不能恢复/)
    phoneBack()
    await waitFor(() => expect(document.querySelector('dialog')).toBeNull())
  })

  test('tells what comes back and what follows before the PIN, and asks again with the same key after silence', async () => {
    let asked = 0
    const sent = await show({
      [closePath]: () => {
        asked += 1
        return asked === 1 ? { status: 504, error: 'gateway', path: closePath } : done(closed)
      },
    })
    pressed('注销卡片')
    await screen.findByText('立即到账')
    expect(screen.getByText('释放后到账')).toBeTruthy()
    expect(sent.of(closePath)).toEqual([])
    pressed('注销卡片')
    await typePin()
    await screen.findByText(/可能已经成功/)
    expect(
      within(document.querySelector('dialog') as HTMLElement).getByText(
        cardTitle(sampleCard).replaceAll('\u00a0', ' '),
      ),
    ).toBeTruthy()
    pressed('再次确认')
    await typePin()
    await screen.findByText('已转入钱包')
    const [first, second] = sent.of(closePath)
    expect(second).toEqual(first)
    expect(first).toMatchObject({ id: cardId, pin: '135790' })
    expect(screen.getByText('查看账单').getAttribute('href')).toBe(`#/pages/bill/bill?id=${billId}`)
    const sheet = within(document.querySelector('dialog') as HTMLElement)
    expect(sheet.getByText('100.00 USDT')).toBeTruthy()
    expect(sheet.getByText('$20.00')).toBeTruthy()
  })
})

test('a stolen card is reported once and its replacement can be followed', async () => {
  const sent = await show({ [lostPath]: done({ ...closed, orderId }) })
  pressed('挂失')
  await screen.findByText(/挂失立即生效/)
  pressed('被盗')
  pressed('确认挂失')
  await typePin()
  await screen.findByText('已挂失')
  expect(sent.of(lostPath)).toHaveLength(1)
  expect(sent.of(lostPath)[0]).toMatchObject({ id: cardId, why: 'stolen', replace: true, pin: '135790' })
  expect(screen.getByText('查看新卡进度').getAttribute('href')).toContain(`orderId=${orderId}`)
  await waitFor(() => expect(sent.of(detailPath).length).toBeGreaterThan(1))
})

test('from a card that has come to its end one sees who needs another', async () => {
  const merchant = {
    merchant: 'Kiln Video',
    mcc: '4899',
    isStopped: false,
    cap: null,
    last: null,
    regular: null,
  }
  await show({
    [lostPath]: done({ ...closed, orderId }),
    '/api/customer/card/merchants': done({
      list: [merchant],
      isOnlyThese: false,
      expected: '0',
      available: '0',
    }),
  })
  pressed('挂失')
  await screen.findByText(/挂失立即生效/)
  pressed('确认挂失')
  await typePin()
  fireEvent.click(await screen.findByText('查看要换绑的商户'))
  expect(await screen.findByText('Kiln Video')).toBeTruthy()
  expect(screen.queryByText('已挂失')).toBeNull()
})

describe('a lost card that cannot be replaced', () => {
  test('as it is physical, is blocked and then applied for anew', async () => {
    const sent = await show({
      [detailPath]: done(physical),
      [lostPath]: done({ ...lost, card: { ...physical, status: 'lost' } }),
    })
    pressed('挂失')
    await screen.findByText('挂失时不能一并补办，挂失后可另行申请新卡。')
    expect(screen.queryByText('补办新卡')).toBeNull()
    pressed('确认挂失')
    await typePin()
    await screen.findByText('目前没有正在办理的新卡。')
    expect(sent.of(lostPath)).toMatchObject([{ why: 'lost', replace: false }])
    expect(screen.getByText('申请实体卡').getAttribute('href')).toBe(
      '#/pages/makeCard/makeCard?cardTypeId=celadon-physical&step=1',
    )
  })

  test('as it was lost in the post, is made again for free: opened by its application', async () => {
    signedInAs()
    const unused = { ...physical, status: 'inactive' }
    stubApi({
      [detailPath]: done(unused),
      '/api/customer/card/cardTranscationList/20/1': done(pageOf([])),
      [lostPath]: done({ ...lost, card: { ...physical, status: 'lost' } }),
    })
    await renderPage('card', CardDetail, { query: { id: cardId, open: 'lost' } })
    await screen.findByText(/挂失后可补办一张同种卡，首次补办免制卡费/)
    pressed('确认挂失')
    await typePin()
    await screen.findByText(/现在可以补办同种卡/)
    expect(screen.getByText('申请实体卡').getAttribute('href')).toBe(
      '#/pages/makeCard/makeCard?cardTypeId=celadon-physical&step=1',
    )
  })

  test('as its kind is off, is blocked and leads to the other kinds', async () => {
    const sent = await show({
      '/api/common/getCardType': done({ ...celadon, status: 'disable' }),
      [lostPath]: done(lost),
    })
    pressed('挂失')
    await screen.findByText('挂失时不能一并补办，挂失后可另行申请新卡。')
    pressed('确认挂失')
    await typePin()
    const way = await screen.findByText('申请新卡')
    expect(way.getAttribute('href')).toBe('#/pages/cardTypeList/cardTypeList')
    expect(sent.of(lostPath)).toMatchObject([{ replace: false }])
  })

  test('is asked about just as it was reported before', async () => {
    const wish = { id: cardId, why: 'stolen', replace: true } as const
    signedInAs()
    stubApi({ [lostPath]: { status: 504 } })
    expect(await decide(reportLost, { ...wish, pin: '135790' })).toMatchObject({ ok: false })
    const sent = await show({ [detailPath]: done(physical), [lostPath]: done(lost) })
    pressed('挂失')
    fireEvent.click(await screen.findByText('再次确认'))
    await typePin()
    await screen.findByText('目前没有正在办理的新卡。')
    expect(sent.of(lostPath)).toMatchObject([wish])
    expect(undecided(reportLost)).toEqual([])
  })
})
