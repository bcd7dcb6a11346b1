import { fireEvent, screen, waitFor } from '@testing-library/preact'
import { beforeEach, describe, expect, test } from 'vitest'
import { currentUrl, go } from '../../routing/hash-location.tsx'
import { done, renderPage, signedInAs, stubApi } from '../../testing/testing.tsx'
import ActivateCardStep2 from './activateCardStep2.tsx'
import { dropTicket, keepTicket, ticketOf } from './parts/plastic/ticket.ts'
import { cardId, sampleCard } from './testing/samples.ts'

const path = '/api/customer/card/cardActivation'
const activationTicket = '01990000-0000-7000-8000-000000000070'

async function show(answer: object = done({ ...sampleCard, type: 'physical' })) {
  signedInAs()
  const sent = stubApi({ [path]: answer })
  go('activateCardStep2', { id: cardId }, { replace: true })
  await renderPage('card', ActivateCardStep2, { query: { id: cardId } })
  return sent
}

function type(pin: string, again = pin) {
  fireEvent.input(screen.getByLabelText('新的卡 PIN'), { target: { value: pin } })
  fireEvent.input(screen.getByLabelText('再输入一次'), { target: { value: again } })
}

beforeEach(() => keepTicket({ cardId, activationTicket }))

test('without a ticket, as after a reload, one begins with the code again', async () => {
  dropTicket()
  await show()
  await waitFor(() => expect(currentUrl.value).toBe(`/pages/activateCard/activateCard?id=${cardId}`))
})

describe('the card PIN', () => {
  test.each([
    ['in a row', '4567', '4567'],
    ['all equal', '7777', '7777'],
    ['not the same twice', '7305', '7350'],
    ['too short', '730', '730'],
  ])('%s cannot be sent', async (_, pin, again) => {
    const sent = await show()
    await screen.findByText('设置并激活')
    type(pin, again)
    expect(screen.getByText('设置并激活')).toHaveProperty('disabled', true)
    fireEvent.submit(document.querySelector('form') as HTMLFormElement)
    expect(sent.some(sending => sending.path === path)).toBe(false)
  })

  test('that is easily guessed is warned of, not refused', async () => {
    await show()
    await screen.findByText('设置并激活')
    type('1987')
    expect(screen.getByText(/容易被猜到/)).toBeTruthy()
    expect(screen.getByText('设置并激活')).toHaveProperty('disabled', false)
  })

  test('with a ticket that is over leads back to the code', async () => {
    await show({ code: 1006, key: 'code_incorrect', msg: '', data: null })
    await screen.findByText('设置并激活')
    type('7305')
    fireEvent.click(screen.getByText('设置并激活'))
    const way = await screen.findByText('重新输入激活码')
    expect(way.getAttribute('href')).toBe(`#/pages/activateCard/activateCard?id=${cardId}`)
  })

  test('of a card that another device has activated leads to the card', async () => {
    await show({ code: 1503, key: 'modify_failed', msg: '', data: { reason: 'active' } })
    await screen.findByText('设置并激活')
    type('7305')
    fireEvent.click(screen.getByText('设置并激活'))
    await screen.findByText('这张卡已经激活。')
    expect(screen.getByText('查看卡片').getAttribute('href')).toBe(
      `#/pages/cardDetail/cardDetail?id=${cardId}`,
    )
  })

  test('activates the card, and nothing of it is kept', async () => {
    const sent = await show()
    await screen.findByText('设置并激活')
    type('7305')
    fireEvent.click(screen.getByText('设置并激活'))
    await screen.findByText('激活成功')
    expect(sent.find(sending => sending.path === path)?.body).toEqual({
      id: cardId,
      activationTicket,
      cardPin: '7305',
    })
    expect(ticketOf(cardId)).toBeNull()
    expect(currentUrl.value).toContain('activateCardStep2')
    expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain('7305')
  })

  test.each([
    ['查看卡片', `/pages/cardDetail/cardDetail?id=${cardId}`],
    ['给卡充值', `/pages/selectRecharge/selectRecharge?cardId=${cardId}`],
  ])(
    'leaves nothing of the activation behind: after %s, back leads to where it was begun',
    async (way, to) => {
      await show()
      await screen.findByText('设置并激活')
      type('7305')
      fireEvent.click(screen.getByText('设置并激活'))
      const { length } = history
      fireEvent.click(await screen.findByText(way))
      expect([currentUrl.value, history.length]).toEqual([to, length])
    },
  )
})
