import { act, fireEvent, render, screen, waitFor } from '@testing-library/preact'
import { afterEach, expect, test, vi } from 'vitest'
import { type Overview, overview } from '../overview.ts'
import { sampleCard } from '../pages/card/testing/samples.ts'
import { currentUrl } from '../routing/hash-location.tsx'
import { type Language, loadWords, setLanguage } from '../state/locale.ts'
import { done, person, signedInAs, stubApi } from '../testing/testing.tsx'
import { Found } from './found.tsx'
import { takeCode } from './kept-code.ts'

afterEach(() => {
  overview.value = null
})

async function show({
  cards = [],
  userId = person.id,
  onActivation,
  language = 'zh-CN',
}: {
  cards?: object[]
  userId?: string
  onActivation?: (code: string) => void
  language?: Language
}) {
  signedInAs()
  overview.value = { userId, cards } as unknown as Overview
  await setLanguage(language)
  await loadWords('scan')
  const onClose = vi.fn()
  render(
    <Found
      meaning={{ kind: 'activation', code: '731905' }}
      onAgain={() => {}}
      onClose={onClose}
      onPayment={() => {}}
      onActivation={onActivation}
    />,
  )
  return onClose
}

const waiting = { ...sampleCard, type: 'physical', status: 'inactive' }

test('an activation code leads to the card that waits for one, which gets it once and not in the URL', async () => {
  const onClose = await show({ cards: [{ ...sampleCard, id: 'other' }, waiting] })
  expect(screen.getByText('731905')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: '激活尾号 4821 的卡' }))
  expect(onClose).toHaveBeenCalled()
  expect(currentUrl.value).toBe(`/pages/activateCard/activateCard?id=${waiting.id}`)
  expect([takeCode(waiting.id), takeCode(waiting.id)]).toEqual(['731905', ''])
})

test.each([
  ['zh-CN', '这像是一张卡的激活码', /没有看到等待激活的卡/],
  ['en-US', 'This looks like the activation code of a card', /No card is waiting to be activated/],
] as const)('without such a card it is only named, in %s', async (language, name, note) => {
  await show({ cards: [sampleCard], language })
  expect(screen.getByText(name)).toBeTruthy()
  expect(screen.getByText(note)).toBeTruthy()
  expect(screen.getAllByRole('button').length).toBe(1)
})

test('a card that is frozen before its activation takes the code as well', async () => {
  await show({ cards: [{ ...waiting, status: 'frozen_user', isInactive: true }] })
  expect(screen.getByRole('button', { name: '激活尾号 4821 的卡' })).toBeTruthy()
})

test.each([
  ['mailed', true],
  ['planned', false],
])('a card that works takes the code of its new plastic once that is %s', async (state, isOffered) => {
  const card = { ...waiting, status: 'active' }
  const virtual = { ...sampleCard, id: 'virtual' }
  const lost = { ...waiting, id: 'lost', status: 'lost' }
  const renewal = { state, time: '2026-11-20T08:00:00.000Z' }
  const sent = stubApi({ '/api/customer/card/detail': done({ ...card, renewal }) })
  await show({ cards: [virtual, card, lost] })
  await waitFor(() => expect(sent.map(({ body }) => body)).toEqual([{ id: card.id }]))
  await act(() => new Promise(resolve => setTimeout(resolve)))
  expect(screen.queryByRole('button', { name: '激活尾号 4821 的卡' }) !== null).toBe(isOffered)
  expect(screen.queryByText(/没有看到等待激活的卡/) === null).toBe(isOffered)
})

test('a card of whoever was here before is not offered', async () => {
  await show({ cards: [waiting], userId: 'somebody-else' })
  expect(screen.getByText(/没有看到等待激活的卡/)).toBeTruthy()
})

test('a page that waits for the code takes it itself', async () => {
  const take = vi.fn()
  await show({ cards: [waiting], onActivation: take })
  fireEvent.click(screen.getByRole('button', { name: '填入激活码' }))
  expect(take).toHaveBeenCalledWith('731905')
})
