import { fireEvent, screen, waitFor } from '@testing-library/preact'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Card } from '../../../../../contract/card.ts'
import { go } from '../../../../routing/hash-location.tsx'
import { done, renderPage, signedInAs, stubApi, typePin } from '../../../../testing/testing.tsx'
import { applicationId, unpaid } from '../../testing/apply-samples.ts'
import { cardId, sampleCard } from '../../testing/samples.ts'
import { PhysicalRows } from './physical-rows.tsx'

const recordPath = '/api/customer/card/getCardApplyRecord'
const pinPath = '/api/customer/card/updateCardPIN'
const onChange = vi.fn()

async function show(card: Card, answers: Record<string, object> = {}, first?: string) {
  signedInAs()
  const sent = stubApi({ [recordPath]: done(null), ...answers })
  await renderPage('card', () => <PhysicalRows card={card} first={first} onChange={onChange} />)
  return sent
}

beforeEach(() => onChange.mockClear())

describe('a virtual card', () => {
  test('leads to an application', async () => {
    await show(sampleCard)
    const row = (await screen.findByText('申请实体卡')).closest('a')
    expect(row?.getAttribute('href')).toBe(`#/pages/makeCard/makeCard?cardId=${cardId}`)
  })

  test('tells how the one on its way stands, and leads to it', async () => {
    await show(sampleCard, { [recordPath]: done({ ...unpaid, status: 'making', can: [] }) })
    await screen.findByText('制卡中')
    const row = screen.getByText('实体卡申请').closest('a')
    expect(row?.getAttribute('href')).toBe(`#/pages/makeCard/makeCard?cardId=${cardId}&id=${applicationId}`)
  })

  test('that is closed offers nothing', async () => {
    const sent = await show({ ...sampleCard, status: 'closed' })
    await waitFor(() => expect(sent.some(({ path }) => path === recordPath)).toBe(true))
    expect(screen.queryByText('申请实体卡')).toBeNull()
    expect(screen.queryByText('更换手机号')).toBeNull()
  })
})

describe('a physical card', () => {
  const card: Card = { ...sampleCard, type: 'physical' }

  test('that is not active yet leads to activation and has no PIN to change', async () => {
    await show({ ...card, status: 'inactive' })
    await screen.findByText('激活实体卡')
    expect(screen.queryByText('卡 PIN')).toBeNull()
  })

  test('opens the new PIN where a declined purchase leads, until it is closed', async () => {
    await show({ ...card, status: 'pin_blocked' }, {}, 'pin')
    await screen.findByLabelText('新的卡 PIN')
    fireEvent.click(screen.getByLabelText('关闭'))
    await waitFor(() => expect(screen.queryByLabelText('新的卡 PIN')).toBeNull())
    expect(location.hash).toBe(`#/pages/cardDetail/cardDetail?id=${cardId}`)
  })

  test('gets another PIN, proved by the fund PIN', async () => {
    const sent = await show({ ...card, status: 'pin_blocked' }, { [pinPath]: done(card) })
    await screen.findByText('已锁定，设置新的 PIN 即可解锁')
    fireEvent.click(screen.getByText('卡 PIN'))
    fireEvent.input(await screen.findByLabelText('新的卡 PIN'), { target: { value: '7305' } })
    fireEvent.input(screen.getByLabelText('再输入一次'), { target: { value: '7305' } })
    fireEvent.click(screen.getByText('下一步'))
    await screen.findByText('用资金密码确认修改卡 PIN')
    expect(sent.some(({ path }) => path === pinPath)).toBe(false)
    await typePin()
    await waitFor(() => expect(onChange).toHaveBeenCalledOnce())
    expect(sent.find(({ path }) => path === pinPath)?.body).toEqual({
      id: cardId,
      cardPin: '7305',
      pin: '135790',
    })
  })

  test('whose new PIN is answered once somebody went elsewhere leaves them there', async () => {
    let answer = (_: object) => {}
    const slow = new Promise<object>(resolve => {
      answer = resolve
    })
    go('cardDetail', { id: cardId, open: 'pin' })
    const sent = await show({ ...card, status: 'pin_blocked' }, { [pinPath]: () => slow }, 'pin')
    fireEvent.input(await screen.findByLabelText('新的卡 PIN'), { target: { value: '7305' } })
    fireEvent.input(screen.getByLabelText('再输入一次'), { target: { value: '7305' } })
    fireEvent.click(screen.getByText('下一步'))
    await screen.findByText('用资金密码确认修改卡 PIN')
    await typePin()
    await waitFor(() => expect(sent.some(({ path }) => path === pinPath)).toBe(true))
    go('card')
    const { hash } = location
    answer(done(card))
    await waitFor(() => expect(onChange).toHaveBeenCalledOnce())
    expect(location.hash).toBe(hash)
  })
})
