import { cleanup, fireEvent, screen, waitFor } from '@testing-library/preact'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { go } from '../../../../routing/hash-location.tsx'
import { done, typePin } from '../../../../testing/testing.tsx'
import CardDetail from '../../cardDetail.tsx'
import { keys, limitPath, limits, showing, tryPath } from '../../testing/control.tsx'
import { cardId, celadon, pageOf, sampleCard } from '../../testing/samples.ts'

const show = showing(CardDetail)
beforeAll(() => import('./card-control.tsx'))

describe('fees of a card', () => {
  test('are on its own page', async () => {
    await show({}, { '/api/common/getCardType': done(celadon) })
    fireEvent.click(screen.getByText('卡片费用'))
    expect((await screen.findByText('消费费')).parentElement?.textContent).toContain('0.5%')
    expect(screen.getByText('跨境费').parentElement?.textContent).toContain('1.5%')
    expect(screen.getByText('年费').parentElement?.textContent).toContain('免费')
  })

  test('can be asked for again where no answer came', async () => {
    let answer: object = { status: 502, error: 'none', path: '' }
    await show({}, { '/api/common/getCardType': () => answer })
    fireEvent.click(screen.getByText('卡片费用'))
    const again = await screen.findByText('重试')
    answer = done(celadon)
    fireEvent.click(again)
    expect(await screen.findByText('消费费')).toBeTruthy()
  })
})

describe('the statement of a card', () => {
  const bytes = { name: 'glaze-4821-2026-10.csv', type: 'text/csv', content: btoa('rows') }

  test('is of the month that its page shows, and of that card, also when it is over', async () => {
    const kept = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
    onTestFinished(() => kept.mockRestore())
    const { of } = await show(
      { month: '2026-10', open: 'statement' },
      {
        '/api/customer/card/detail': done({ ...sampleCard, status: 'closed' }),
        '/api/customer/statement/2026-10': done(bytes),
      },
    )
    fireEvent.click(await screen.findByText('CSV 表格'))
    fireEvent.click(screen.getByText('生成对账单'))
    await waitFor(() => expect(kept).toHaveBeenCalled())
    expect(of('/api/customer/statement/2026-10')).toMatchObject([
      { format: 'csv', cardOutId: sampleCard.cardOutId },
    ])
  })
})

describe('limits of a card', () => {
  test('are opened by the link of a declined purchase, with what is used', async () => {
    await show({ open: 'limits' })
    await screen.findByText('已用 $125.50 / $500.00')
    expect(screen.getByText('最高 $5,000.00')).toBeTruthy()
    expect(screen.getAllByText('卡种允许的最高额')).toHaveLength(2)
    // The words say it: a bar would be heard as 0.251 in the middle of its button.
    expect(screen.queryByRole('progressbar')).toBeNull()
    expect(document.querySelectorAll('progress')).toHaveLength(2)
  })

  test('that cannot be raised any more say so, and lead to the kinds that allow more', async () => {
    await show({ open: 'limits' })
    await screen.findByText('已到卡种最高额的限额不能再调高。需要更高额度，请看其他卡种。')
    expect(screen.getByText('看其他卡种').getAttribute('href')).toBe('#/pages/cardTypeList/cardTypeList')
    fireEvent.click(screen.getByText('单笔'))
    await screen.findByText('已是卡种最高额，只能调低。')
    expect(screen.getByText('看其他卡种').getAttribute('href')).toBe('#/pages/cardTypeList/cardTypeList')
  })

  test('that leave room say nothing of it', async () => {
    await show({ open: 'limits' }, { [limitPath]: done(limits.map(limit => ({ ...limit, own: '500' }))) })
    fireEvent.click(await screen.findByText('24 小时'))
    await screen.findByText('保存')
    expect(screen.queryByText('看其他卡种')).toBeNull()
  })

  test('above the most of the kind cannot be saved', async () => {
    const sent = await show({ open: 'limits' })
    fireEvent.click(await screen.findByText('24 小时'))
    keys('5001')
    await screen.findByText('超出卡种上限 $5,000.00')
    expect(screen.getByText('保存').closest('button')?.disabled).toBe(true)
    expect(sent.of(limitPath)).toEqual([{ id: cardId }])
  })

  test('that are typed say what they would have stopped, once the fingers rest', async () => {
    const answer = ({ limits }: Record<string, unknown>) =>
      done({ purchases: 14, declined: (limits as { day: string }).day === '300' ? 2 : 0, latest: [] })
    const sent = await show({ open: 'limits' }, { [tryPath]: answer })
    fireEvent.click(await screen.findByText('24 小时'))
    keys('300')
    await screen.findByText('过去 30 天的 14 笔消费中，2 笔会被拒绝')
    expect(sent.of(tryPath)).toEqual([{ id: cardId, limits: { day: '300' } }])
    keys('0')
    await screen.findByText('过去 30 天的 14 笔消费都能通过')
    expect(sent.of(tryPath)).toHaveLength(2)
    expect(sent.of(limitPath)).toEqual([{ id: cardId }])
  })

  test.each([
    ['was not paid with', done({ purchases: 0, declined: 0, latest: [] })],
    ['is not known', { status: 503 }],
  ])('say nothing of a month that %s', async (_, answer) => {
    const sent = await show({ open: 'limits' }, { [tryPath]: answer })
    fireEvent.click(await screen.findByText('24 小时'))
    keys('300')
    await waitFor(() => expect(sent.of(tryPath)).toHaveLength(1))
    expect(screen.queryByText(/过去 30 天/)).toBeNull()
    expect(screen.getByText('保存').closest('button')?.disabled).toBe(false)
  })

  test('are lowered without the PIN', async () => {
    const sent = await show({ open: 'limits' })
    fireEvent.click(await screen.findByText('24 小时'))
    keys('300')
    fireEvent.click(screen.getByText('保存'))
    await waitFor(() => expect(sent.of(limitPath)).toContainEqual({ id: cardId, set: { day: '300' } }))
    expect(screen.queryByText('输入资金密码调高限额')).toBeNull()
  })

  test('that are half typed are there again after the app was closed, until they are saved', async () => {
    await show({ open: 'limits' })
    fireEvent.click(await screen.findByText('24 小时'))
    keys('300')
    cleanup()
    await show({ open: 'limits' })
    fireEvent.click(await screen.findByText('24 小时'))
    fireEvent.click(screen.getByText('保存'))
    await screen.findByText('已用 $125.50 / $500.00')
    expect(localStorage.getItem('drafts')).toBeNull()
  })

  test('that are typed as they are leave no draft', async () => {
    await show({ open: 'limits' })
    fireEvent.click(await screen.findByText('24 小时'))
    keys('500')
    expect(localStorage.getItem('drafts')).toBeNull()
  })

  test('are raised with the PIN only', async () => {
    const sent = await show({ open: 'limits' })
    fireEvent.click(await screen.findByText('24 小时'))
    fireEvent.click(screen.getByText('最高'))
    fireEvent.click(screen.getByText('保存'))
    await screen.findByText('输入资金密码调高限额')
    expect(sent.of(limitPath)).toEqual([{ id: cardId }])
    await typePin()
    await waitFor(() =>
      expect(sent.of(limitPath)).toContainEqual({ id: cardId, set: { day: null }, pin: '135790' }),
    )
  })
})

describe('who saw the full number', () => {
  test('is listed with the device, and a stranger is answered by freezing', async () => {
    const frozen = done({ ...sampleCard, status: 'frozen_user' })
    const sent = await show({}, { '/api/customer/card/freeze': frozen })
    fireEvent.click(screen.getByText('查看记录'))
    await screen.findByText('Chrome · Android')
    fireEvent.click(screen.getByText('不是我？立即冻结'))
    await waitFor(() => expect(sent.of('/api/customer/card/freeze')).toEqual([{ id: cardId }]))
  })
})

test('a card is given a name of its own', async () => {
  const renamed = done({ ...sampleCard, nickname: '旅行' })
  const sent = await show({}, { '/api/customer/card/nickname': renamed })
  fireEvent.click(screen.getByText('卡片昵称'))
  const field = (await screen.findByLabelText(/卡片昵称/, { selector: 'input' })) as HTMLInputElement
  expect(field.maxLength).toBe(20)
  fireEvent.input(field, { target: { value: ' 旅行 ' } })
  await waitFor(() => expect(localStorage.getItem('drafts')).toContain('旅行'))
  fireEvent.submit(field.form as HTMLFormElement)
  await waitFor(() =>
    expect(sent.of('/api/customer/card/nickname')).toEqual([{ id: cardId, nickname: '旅行' }]),
  )
  await waitFor(() => expect(localStorage.getItem('drafts')).toBeNull())
})

test('a name that is answered once somebody went elsewhere leaves them there', async () => {
  let answer = (_: object) => {}
  const slow = new Promise<object>(resolve => {
    answer = resolve
  })
  go('cardDetail', { id: cardId, open: 'name' })
  const sent = await show({ open: 'name' }, { '/api/customer/card/nickname': () => slow })
  const field = (await screen.findByLabelText(/卡片昵称/, { selector: 'input' })) as HTMLInputElement
  fireEvent.submit(field.form as HTMLFormElement)
  await waitFor(() => expect(sent.of('/api/customer/card/nickname')).toHaveLength(1))
  go('card')
  const { hash } = location
  answer(done(sampleCard))
  await waitFor(() => expect(document.querySelector('dialog')).toBeNull())
  expect(location.hash).toBe(hash)
})

test('a card that is over can be told nothing but a name', async () => {
  await show({ open: 'limits' }, { '/api/customer/card/detail': done({ ...sampleCard, status: 'closed' }) })
  expect(screen.getByText('查看记录')).toBeTruthy()
  for (const gone of ['充值', '消费限额', '使用范围', '挂失', '注销卡片'])
    expect(screen.queryByText(gone)).toBeNull()
  expect(document.querySelector('dialog')).toBeNull()
})

describe('who looked at a card', () => {
  const viewOf = (number: number) => ({
    id: `view ${number}`,
    time: '2026-11-20T10:00:00.000Z',
    device: `Chrome ${number}`,
  })
  const views = (from: number, count: number) =>
    done(
      pageOf(
        Array.from({ length: count }, (_, index) => viewOf(from + index)),
        23,
      ),
    )

  test('is told to the first look, page by page, those of one moment too', async () => {
    await show(
      {},
      { '/api/customer/card/views/20/1': views(1, 20), '/api/customer/card/views/20/2': views(21, 3) },
    )
    fireEvent.click(screen.getByText('查看记录'))
    await screen.findByText('Chrome 20')
    expect(screen.queryByText('Chrome 21')).toBeNull()
    fireEvent.click(screen.getByText('加载更多'))
    await screen.findByText('Chrome 23')
    expect(screen.getByText('Chrome 1')).toBeTruthy()
    expect(screen.queryByText('加载更多')).toBeNull()
  })

  test.each(['active', 'closed'])(
    'is opened by the link of the security centre, on a card that is %s',
    async status => {
      await show(
        { open: 'views' },
        {
          '/api/customer/card/views/20/1': views(1, 3),
          '/api/customer/card/detail': done({ ...sampleCard, status }),
        },
      )
      await screen.findByText('Chrome 3')
    },
  )
})

describe('a card that we froze', () => {
  test('offers nothing that it refuses: neither to report it nor to close it, even by its address', async () => {
    await show(
      { open: 'lost' },
      { '/api/customer/card/detail': done({ ...sampleCard, status: 'frozen_risk' }) },
    )
    expect(screen.queryByText('挂失')).toBeNull()
    expect(screen.queryByText('注销卡片')).toBeNull()
    expect(document.querySelector('dialog')).toBeNull()
    expect(screen.getByText(/联系客服核实/)).toBeTruthy()
  })
})
