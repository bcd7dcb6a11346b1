import { fireEvent, screen, waitFor } from '@testing-library/preact'
import { expect, test } from 'vitest'
import { go } from '../../routing/hash-location.tsx'
import { done, renderHere, signedInAs, stubApi } from '../../testing/testing.tsx'
import CardBills from './bill2.tsx'
import { cardId, pageOf, postedPurchase } from './testing/samples.ts'

const path = '/api/customer/card/cardTranscationList/20/1'
const whole = '/api/customer/card/cardTranscationList/100/1'

test('what fails altogether is said once, and read again altogether', async () => {
  signedInAs()
  let isUp = false
  const answer = () => (isUp ? done(pageOf([postedPurchase])) : { status: 503 })
  const sent = stubApi({ '/api/customer/card/detail': { status: 503 }, [path]: answer, [whole]: answer })
  go('bill2', { cardId, month: '2026-11' })
  await renderHere('card', CardBills)
  await waitFor(() => expect(sent.some(call => call.path === whole)).toBe(true))
  await waitFor(() => expect(screen.getAllByRole('alert')).toHaveLength(1))
  isUp = true
  fireEvent.click(screen.getByText('重试'))
  expect((await screen.findByRole('table')).textContent).toContain('$59.99')
  expect(screen.getByText('Steam')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})
