import { cleanup, fireEvent, screen, waitFor } from '@testing-library/preact'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Renewal } from '../../../../contract/card-renewal.ts'
import { done, renderPage, signedInAs, stubApi } from '../../../testing/testing.tsx'
import CardDetail from '../cardDetail.tsx'
import { cardId, pageOf, sampleDetail } from '../testing/samples.ts'

const path = '/api/customer/card/renewal'
const time = '2026-12-20T08:00:00.000Z'

beforeAll(() => Promise.all([import('./renewal.tsx'), import('./tracking.tsx'), import('./card-rows.tsx')]))

async function show(
  state: Renewal['state'] | null,
  changes: Parameters<typeof stubApi>[0] = {},
  card: object = {},
  more: object = {},
) {
  signedInAs()
  let renewal = state && { state, time, ...more }
  const sent = stubApi({
    '/api/customer/card/detail': () => done({ ...sampleDetail, ...card, renewal }),
    '/api/customer/card/cardTranscationList/20/1': done(pageOf([])),
    [path]: ({ isWanted }: Record<string, unknown>) => {
      renewal = { state: isWanted ? 'planned' : 'unwanted', time }
      return done(renewal)
    },
    ...changes,
  })
  await renderPage('card', CardDetail, { query: { id: cardId } })
  await screen.findAllByText('查看完整卡号')
  return sent.filter(({ path: asked }) => asked === path)
}

describe('a card that expires soon', () => {
  test('is not spoken of otherwise', async () => {
    await show(null)
    expect(screen.queryByText(/续期/)).toBeNull()
  })

  test('says from when it is renewed; one tap says no, and one takes that back', async () => {
    await show('planned')
    expect((await screen.findByText(/2026年12月20日起为它续期，不收费用/)).textContent).toContain('有效期')
    fireEvent.click(screen.getByText('不续期'))
    await screen.findByText(/这张卡不会续期：到期后停用/)
    fireEvent.click(screen.getByText('恢复续期'))
    await screen.findByText(/起为它续期/)
  })

  test('for which the issuer was asked meanwhile shows that instead', async () => {
    let state: Renewal['state'] = 'planned'
    await show('planned', {
      '/api/customer/card/detail': () => done({ ...sampleDetail, renewal: { state, time } }),
      [path]: () => {
        state = 'asked'
        return { code: 1503, key: 'modify_failed', msg: '', data: { reason: 'asked' } }
      },
    })
    fireEvent.click(await screen.findByText('不续期'))
    await screen.findByText(/正在请发卡方为这张卡续期/)
    expect(screen.queryByText('修改失败')).toBeNull()
  })

  test('keeps its no to itself when nobody could be reached, and says so', async () => {
    await show('planned', { [path]: { status: 500 } })
    fireEvent.click(await screen.findByText('不续期'))
    await waitFor(() => expect(screen.getByRole('alert')).toBeTruthy())
    expect(screen.getByText('不续期')).toBeTruthy()
  })

  test('once renewed leads to its new date, and names who charges it regularly', async () => {
    const regular = { every: 'month', nextTime: time, cheaperBefore: null }
    const of = (merchant: string, more: object) => ({
      merchant,
      mcc: '',
      isStopped: false,
      last: null,
      ...more,
    })
    const list = [
      of('Kiln Video', { regular }),
      of('Stopped Club', { regular, isStopped: true }),
      of('Tea Shop', { regular: null }),
    ]
    await show('renewed', { '/api/customer/card/merchants': done({ list, expected: '0', available: '0' }) })
    await screen.findByText(/已续期：卡号不变/)
    expect(screen.getByText('查看新的有效期和安全码').getAttribute('href')).toContain('open=reveal')
    await screen.findByText('Kiln Video')
    expect([screen.queryByText('Stopped Club'), screen.queryByText('Tea Shop')]).toEqual([null, null])
  })

  test('in the hand is made anew, and leads to its activation while the old one works', async () => {
    await show('planned', {}, { type: 'physical' })
    await screen.findByText(/起换发新卡，寄到上次的收件地址/)
    cleanup()
    await show('mailed', {}, { type: 'physical' })
    await screen.findByText(/激活之前旧卡照常使用/)
    expect(screen.getByText('去激活').getAttribute('href')).toContain('activateCard')
    cleanup()
    await show('mailed', {}, { type: 'physical', status: 'inactive' })
    await screen.findByText(/实体卡需要激活后才能使用/)
    await screen.findByText(/旧的实体卡已到期，不能再付款/)
    expect(screen.queryByText(/旧卡照常使用/)).toBeNull()
    expect(screen.getAllByText('去激活')).toHaveLength(1)
  })

  test('that its owner had frozen before the old plastic expired says so, and leads to the activation of the new one', async () => {
    const frozen = { type: 'physical', status: 'frozen_user', isInactive: true }
    await show('mailed', {}, frozen)
    await screen.findByText(/已冻结：新的消费会被拒绝/)
    await screen.findByText(/旧的实体卡已到期，不能再付款/)
    expect(screen.queryByText(/旧卡照常使用/)).toBeNull()
    expect(screen.getByText('去激活').getAttribute('href')).toContain('activateCard')
    expect((await screen.findByText('激活实体卡')).closest('a')).not.toBeNull()
    expect(screen.queryByText('卡 PIN')).toBeNull()
    cleanup()
    await show('mailed', {}, frozen, { parcel: { state: 'returned', time, tracking: null } })
    await screen.findByText(/已在 2026年12月20日退回，没有收取费用。旧卡已到期/)
  })

  test('is followed with its parcel, and what does not come or came back is told us with the card chosen', async () => {
    const tracking = { carrier: 'SF Express', number: 'GL000000001HK' }
    const plastic = { type: 'physical' }
    await show('mailed', {}, plastic, { parcel: { state: 'shipped', time, tracking } })
    await screen.findByText(/新的实体卡已在 2026年12月20日寄出/)
    await screen.findByText('GL000000001HK')
    await screen.findByText('SF Express')
    const ticket = () => decodeURIComponent(screen.getByText('没有收到新卡').closest('a')?.href ?? '')
    expect(ticket()).toContain(`refType=card&refId=${cardId}&question=续期的新实体卡没有收到。`)
    cleanup()
    await show('mailed', {}, plastic, { parcel: { state: 'returned', time, tracking } })
    await screen.findByText(/没有投递成功，已在 2026年12月20日退回/)
    expect(screen.queryByText('GL000000001HK')).toBeNull()
    expect(screen.getByText('联系客服').getAttribute('href')).toContain('question=')
    cleanup()
    await show(
      'mailed',
      {},
      { ...plastic, status: 'inactive' },
      { parcel: { state: 'shipped', time, tracking } },
    )
    await screen.findByText('GL000000001HK')
    expect(ticket()).toContain(cardId)
  })

  test('that the issuer did not renew says so, and leads to us', async () => {
    await show('refused')
    await screen.findByText(/发卡方没有为这张卡续期，没有收取费用/)
    expect(screen.getByText('联系客服').getAttribute('href')).toContain(`refId=${cardId}`)
  })
})
