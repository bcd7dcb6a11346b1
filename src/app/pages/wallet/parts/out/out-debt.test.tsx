import { screen } from '@testing-library/preact'
import { expect, test } from 'vitest'
import { renderPage } from '../../../../testing/testing.tsx'
import { plainTrouble } from '../../../../trouble/trouble.ts'
import { OutDebt } from './out-debt.tsx'

const debt = { owed: '12.34', cardId: '01990000-0000-7000-8000-000000000010', last4: '4242' }
const href = `#/pages/cardDetail/cardDetail?id=${debt.cardId}&open=repay`

test('what the cards owe is told before a withdrawal, with the way to repaying it', async () => {
  await renderPage('wallet', () => <OutDebt debt={debt} />)
  await screen.findByText(/您的卡还欠 \$12\.34：还清之前/)
  expect(screen.getByText('去还款').getAttribute('href')).toBe(href)
})

test('a debtor who is refused hears how much is owed and that nothing moved', async () => {
  await renderPage('wallet', () => <OutDebt debt={debt} />)
  const trouble = plainTrouble({ ok: false, key: 'debt_unpaid', details: debt })
  expect(trouble).toMatchObject({ text: expect.stringContaining('$12.34'), mend: { href } })
})
