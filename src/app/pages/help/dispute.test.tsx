import { fireEvent, screen, waitFor } from '@testing-library/preact'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Dispute } from '../../../contract/dispute.ts'
import { currentUrl } from '../../routing/hash-location.tsx'
import { done, renderPage, signedInAs, stubApi } from '../../testing/testing.tsx'
import Feedback from './feedback.tsx'

const billId = '01990000-0000-7000-8000-00000000000a'
const id = '01990000-0000-7000-8000-00000000000b'
const cardOutId = '01990000-0000-7000-8000-00000000000c'
const at = '2026-11-20T08:00:00.000Z'
const paths = {
  terms: '/api/customer/dispute/terms',
  open: '/api/customer/dispute/open',
  evidence: '/api/customer/dispute/evidence',
  withdraw: '/api/customer/dispute/withdraw',
  list: '/api/customer/dispute/list/10/1',
  freeze: '/api/customer/card/freeze',
}
const dispute: Dispute = {
  ...{ id, number: '500001', billId, cardOutId, last4: '4821', merchant: 'Kiln & Co', reason: 'notReceived' },
  ...{ amount: '20', currency: 'USD', status: 'sent', note: null, evidenceBy: null },
  ...{ createTime: at, updateTime: at },
  lines: [{ id, text: '包裹一直没有到。', pictures: 1, isSent: true, createTime: at }],
  steps: [
    { what: 'disputeOpened', at },
    { what: 'disputeSent', at },
  ],
}
const terms = {
  ...{ billId, cardOutId, last4: '4821', merchant: 'Kiln & Co', max: '20', currency: 'USD' },
  ...{ until: '2099-03-01T00:00:00.000Z', trouble: null, dispute: null },
}
const show = () => renderPage('help', Feedback, { query: { dispute: billId } })
const write = (label: string, value: string) =>
  fireEvent.input(screen.getByLabelText(label), { target: { value } })
const choose = (value: string) => {
  const list = screen.getByLabelText<HTMLSelectElement>('怎么回事？')
  list.value = value
  fireEvent(list, new Event('change', { bubbles: true }))
}

beforeEach(() => {
  sessionStorage.clear()
  localStorage.clear()
  signedInAs()
})

describe('the form of a dispute', () => {
  test('sends nothing without a reason, words, or for more than was cleared', async () => {
    const sent = stubApi({ [paths.terms]: done(terms) })
    await show()
    fireEvent.click(await screen.findByText('提交争议'))
    expect(await screen.findByText('必填')).toBeTruthy()
    expect(screen.getByText('至少 6 个字')).toBeTruthy()
    choose('amount')
    write('请描述经过', '多扣了五美元，请核对')
    write('争议金额（USD）', '20.01')
    fireEvent.click(screen.getByText('提交争议'))
    expect(await screen.findByText('金额不正确')).toBeTruthy()
    expect(sent.some(({ path }) => path === paths.open)).toBe(false)
  })

  test('keeps the key of the same words over silence, then shows how it stands', async () => {
    let isSilent = true
    const sent = stubApi({
      [paths.terms]: done(terms),
      [paths.open]: () => (isSilent ? { status: 504, error: 'x', path: paths.open } : done(dispute)),
    })
    await show()
    await screen.findByText('提交争议')
    choose('notReceived')
    write('请描述经过', '包裹一直没有到。')
    fireEvent.click(screen.getByText('提交争议'))
    expect(await screen.findByText(/不会重复提交/)).toBeTruthy()
    isSilent = false
    fireEvent.click(screen.getByText('提交争议'))
    expect(await screen.findByText('审理中')).toBeTruthy()
    const bodies = sent.filter(({ path }) => path === paths.open).map(({ body }) => body)
    expect(bodies).toHaveLength(2)
    expect(bodies[0]).toMatchObject({
      billId,
      reason: 'notReceived',
      amount: '20.00',
      description: '包裹一直没有到。',
    })
    expect(bodies[0]?.requestId).toBe(bodies[1]?.requestId)
  })

  test('takes an amount with a comma for a point', async () => {
    const sent = stubApi({ [paths.terms]: done(terms), [paths.open]: done(dispute) })
    await show()
    await screen.findByText('提交争议')
    choose('amount')
    write('争议金额（USD）', '12,50')
    write('请描述经过', '多扣了钱，请核对')
    fireEvent.click(screen.getByText('提交争议'))
    expect(await screen.findByText('审理中')).toBeTruthy()
    expect(sent.find(({ path }) => path === paths.open)?.body.amount).toBe('12.50')
  })

  test('offers to freeze the card first when somebody else has paid with it', async () => {
    const sent = stubApi({ [paths.terms]: done(terms), [paths.freeze]: done({ id: cardOutId }) })
    await show()
    await screen.findByText('提交争议')
    expect(screen.queryByText('冻结尾号 4821 的卡')).toBeNull()
    choose('unknown')
    fireEvent.click(await screen.findByText('冻结尾号 4821 的卡'))
    expect(await screen.findByText('尾号 4821 的卡已冻结')).toBeTruthy()
    expect(sent.find(({ path }) => path === paths.freeze)?.body).toEqual({ id: cardOutId })
    expect(screen.getByText('挂失或补卡').getAttribute('href')).toContain(cardOutId)
  })

  test('says in words why it was refused', async () => {
    const refusal = { code: 1415, key: 'dispute_refused', msg: '', data: { reason: 'too_late' } }
    stubApi({ [paths.terms]: done(terms), [paths.open]: refusal })
    await show()
    await screen.findByText('提交争议')
    choose('duplicate')
    write('请描述经过', '同一笔扣了两次')
    fireEvent.click(screen.getByText('提交争议'))
    expect(await screen.findByText(/已超过 120 天/)).toBeTruthy()
  })
})

describe('a purchase that cannot be disputed', () => {
  test.each([
    ['not_cleared', /还没有入账/],
    ['refunded', /已全部退回/],
    ['too_late', /已超过 120 天/],
  ])('for %s says so and leads to feedback', async (trouble, words) => {
    stubApi({ [paths.terms]: done({ ...terms, trouble }) })
    await show()
    expect(await screen.findByText(words)).toBeTruthy()
    expect(screen.getByText('提交反馈').getAttribute('href')).toContain(`refId=${billId}`)
    expect(screen.queryByText('提交争议')).toBeNull()
  })

  test('because nothing could be loaded offers to try again', async () => {
    stubApi({ [paths.terms]: { status: 500, error: 'x', path: paths.terms } })
    await show()
    const retry = await screen.findByText('重试')
    stubApi({ [paths.terms]: done({ ...terms, trouble: 'open', dispute }) })
    retry.click()
    expect(await screen.findByText('审理中')).toBeTruthy()
  })
})

describe('a dispute', () => {
  test('shows each step with what comes next, and what was said', async () => {
    stubApi({ [paths.terms]: done({ ...terms, trouble: 'open', dispute }) })
    await show()
    expect(await screen.findByText('已提交给发卡方')).toBeTruthy()
    expect(screen.getByText(/发卡方正在审理/)).toBeTruthy()
    expect(screen.getByText('包裹一直没有到。')).toBeTruthy()
    expect(screen.getByText('查看这笔账单').getAttribute('href')).toBe(`#/pages/bill/bill?id=${billId}`)
  })

  test('asks for what is wanted, by when, and sends it', async () => {
    const wanted: Dispute = {
      ...dispute,
      status: 'evidence',
      note: 'The receipt',
      evidenceBy: '2099-01-02T00:00:00.000Z',
    }
    const answered = { ...dispute, updateTime: '2026-11-21T08:00:00.000Z' }
    const sent = stubApi({
      [paths.terms]: done({ ...terms, trouble: 'open', dispute: wanted }),
      [paths.evidence]: done(answered),
    })
    await show()
    expect(await screen.findByText(/^请在 .+ 之前提交发卡方需要的材料：The receipt$/)).toBeTruthy()
    write('补充说明', '收据在附件里，请查看')
    fireEvent.click(screen.getByText('提交补充'))
    expect(await screen.findByText('审理中')).toBeTruthy()
    expect(sent.find(({ path }) => path === paths.evidence)?.body).toMatchObject({
      id,
      description: '收据在附件里，请查看',
    })
  })

  test('is withdrawn only after it was asked once more', async () => {
    const gone = { ...dispute, status: 'withdrawn', updateTime: '2026-11-21T08:00:00.000Z' }
    const sent = stubApi({
      [paths.terms]: done({ ...terms, trouble: 'open', dispute }),
      [paths.withdraw]: done(gone),
    })
    await show()
    fireEvent.click(await screen.findByText('撤回争议'))
    expect(sent.some(({ path }) => path === paths.withdraw)).toBe(false)
    fireEvent.click(screen.getByText('确定撤回'))
    expect(await screen.findByText('已撤回')).toBeTruthy()
    expect(screen.queryByText('撤回争议')).toBeNull()
  })

  test('that was not taken can be opened anew', async () => {
    stubApi({ [paths.terms]: done({ ...terms, dispute: { ...dispute, status: 'refused' } }) })
    await show()
    fireEvent.click(await screen.findByText('再次提出争议'))
    expect(await screen.findByText('提交争议')).toBeTruthy()
  })
})

describe('the list of disputes', () => {
  test('is empty at first and says where one begins', async () => {
    stubApi({ [paths.list]: done({ list: [], total: 0, page: 1, pageSize: 10 }) })
    await renderPage('help', Feedback, { query: { dispute: 'list' } })
    expect(await screen.findByText(/还没有提出过争议/)).toBeTruthy()
  })

  test('shows each with its state, and leads to it', async () => {
    const { lines: _, steps: __, ...row } = dispute
    stubApi({ [paths.list]: done({ list: [row], total: 1, page: 1, pageSize: 10 }) })
    await renderPage('help', Feedback, { query: { dispute: 'list' } })
    expect(await screen.findByText('审理中')).toBeTruthy()
    expect(screen.getByText('Kiln & Co').closest('a')?.getAttribute('href')).toContain(`dispute=${billId}`)
  })

  test('is for members: others are sent to the log-in', async () => {
    stubApi({})
    const { signOut } = await import('../../state/session.ts')
    signOut()
    await renderPage('help', Feedback, { query: { dispute: 'list' } })
    await waitFor(() => expect(currentUrl.value).toMatch(/^\/pages\/login\/login/))
  })
})
