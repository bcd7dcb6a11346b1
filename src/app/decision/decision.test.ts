import { beforeEach, describe, expect, test, vi } from 'vitest'
import { payApply } from '../../contract/application.ts'
import { drop } from '../../contract/decision.ts'
import { convertToCardBalance, convertToMasterBalance } from '../../contract/wallet.ts'
import { signOut } from '../state/session.ts'
import { losses } from '../telegram/guards.ts'
import { done, signedInAs, stubApi } from '../testing/testing.tsx'
import { shownToasts } from '../ui/toast.tsx'
import { decide, letGo, undecided } from './decision.ts'

const path = convertToCardBalance.path
const input = { cardId: 'card', amount: '100', currency: 'USDT' as const, pin: '123456' }

const refused = (key: string) => ({ code: 1401, key, msg: '', data: null })

beforeEach(() => signedInAs())

function sentIds(sent: { body: Record<string, unknown> }[]): Set<unknown> {
  return new Set(sent.map(({ body }) => body.requestId))
}

describe('decide', () => {
  test.each([
    ['silence', { status: 504 }],
    ['a server error', { status: 500 }],
    ['a request in progress', refused('request_in_progress')],
  ])('keeps the key over %s', async (_name, answer) => {
    const sent = stubApi({ [path]: answer })
    await decide(convertToCardBalance, input)
    expect(undecided(convertToCardBalance)).toHaveLength(1)
    await decide(convertToCardBalance, { ...input, pin: '654321' })
    expect(sent).toHaveLength(2)
    expect(sentIds(sent).size).toBe(1)
  })

  test.each([
    ['a refusal', refused('balance_insufficient'), { ok: false, key: 'balance_insufficient' }],
    ['success', done({}), { ok: true }],
  ])('tells %s and drops the key after it', async (_name, answer, told) => {
    const sent = stubApi({ [path]: answer })
    expect(await decide(convertToCardBalance, input)).toMatchObject(told)
    expect(undecided(convertToCardBalance)).toEqual([])
    expect(localStorage.getItem('decisions')).toBeNull()
    await decide(convertToCardBalance, input)
    expect(sentIds(sent).size).toBe(2)
  })

  test('another sum is another decision, and the first one stays open', async () => {
    const bill = { id: 'application', total: '27', pin: '123456' }
    const sent = stubApi({ [payApply.path]: { status: 504 } })
    await decide(payApply, bill)
    await decide(payApply, { ...bill, total: '30' })
    expect(sentIds(sent).size).toBe(2)
    expect(undecided(payApply)).toHaveLength(2)
  })

  test.each([
    ['the same way', convertToCardBalance, '200'],
    ['the other way', convertToMasterBalance, '100'],
  ] as const)(
    'nothing moves %s while what another tab sent is without an answer',
    async (_way, call, amount) => {
      let answer: object = { status: 504 }
      const sent = stubApi({ [path]: () => answer, [call.path]: () => answer })
      await decide(convertToCardBalance, input)
      const [open] = undecided(convertToCardBalance)
      if (!open) throw new Error('nothing is open')
      const next = { ...input, amount }
      expect(await decide(call, next)).toEqual({ ok: false, status: 0, key: 'network' })
      expect(sent).toHaveLength(1)
      expect(undecided(call)).toHaveLength(call === convertToCardBalance ? 1 : 0)
      answer = done({})
      await decide(convertToCardBalance, { ...open, pin: input.pin })
      await decide(call, next)
      expect(sent).toHaveLength(3)
    },
  )

  test('a wrong PIN ends what was just decided, and is no answer to what was sent before', async () => {
    let answer: object = refused('pin_incorrect')
    const sent = stubApi({ [path]: () => answer })
    await decide(convertToCardBalance, input)
    expect(undecided(convertToCardBalance)).toEqual([])
    answer = { status: 504 }
    await decide(convertToCardBalance, input)
    answer = refused('pin_incorrect')
    await decide(convertToCardBalance, input)
    expect(undecided(convertToCardBalance)).toEqual([
      { cardId: 'card', amount: '100', currency: 'USDT', requestId: sent[1]?.body.requestId },
    ])
  })

  test('a wrong PIN does not end what was sent once more meanwhile', async () => {
    const answers: ((answer: object) => void)[] = []
    const sent = stubApi({ [path]: () => new Promise<object>(answer => answers.push(answer)) })
    const first = decide(convertToCardBalance, input)
    const second = decide(convertToCardBalance, input)
    await expect.poll(() => answers).toHaveLength(2)
    answers[0]?.(refused('pin_incorrect'))
    await first
    answers[1]?.({ status: 504 })
    await second
    expect(sentIds(sent).size).toBe(1)
    expect(undecided(convertToCardBalance)).toMatchObject([{ requestId: sent[0]?.body.requestId }])
  })

  test('silence that comes after the answer opens nothing again', async () => {
    const answers: ((answer: object) => void)[] = []
    stubApi({ [path]: () => new Promise<object>(answer => answers.push(answer)) })
    const both = [decide(convertToCardBalance, input), decide(convertToCardBalance, input)]
    await expect.poll(() => answers).toHaveLength(2)
    answers[0]?.(done({}))
    await both[0]
    answers[1]?.({ status: 504 })
    await both[1]
    expect(undecided(convertToCardBalance)).toEqual([])
  })

  test('silence is told by the page alone, which knows what it was about', async () => {
    stubApi({ [path]: { status: 502 }, [drop.path]: { status: 502 } })
    await decide(convertToCardBalance, input)
    await letGo(undecided(convertToCardBalance)[0]?.requestId ?? '')
    expect(shownToasts()).toEqual([])
  })

  test('whatever else is in its place in storage is none', async () => {
    stubApi({ [path]: { status: 504 } })
    await decide(convertToCardBalance, input)
    const kept = JSON.parse(localStorage.getItem('decisions') ?? '{}')
    const [[about = '', decision] = []] = Object.entries(kept)
    const [by] = JSON.parse(about)
    const others = [
      ['cut off', decision],
      [JSON.stringify([by, path]), decision],
      [JSON.stringify([by, 7, []]), decision],
      [JSON.stringify([by, path, []]), null],
      [JSON.stringify([by, path, [['amount', '9']]]), { requestId: 7 }],
    ]
    localStorage.setItem('decisions', JSON.stringify({ ...Object.fromEntries(others), ...kept }))
    expect(undecided(convertToCardBalance)).toMatchObject([{ cardId: 'card', amount: '100' }])
  })

  test('is there again when another tab closed it while the answer was lost here', async () => {
    const sent = stubApi({
      [path]: () => {
        localStorage.clear()
        return { status: 504 }
      },
    })
    await decide(convertToCardBalance, input)
    expect(undecided(convertToCardBalance)).toMatchObject([{ requestId: sent[0]?.body.requestId }])
  })

  test('is kept for as long as there is no answer', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const sent = stubApi({ [path]: { status: 504 } })
    await decide(convertToCardBalance, input)
    vi.setSystemTime(Date.now() + 40 * 24 * 3_600_000)
    await decide(convertToCardBalance, input)
    vi.useRealTimers()
    expect(sentIds(sent).size).toBe(1)
  })

  test('asks about what was sent with its own key, also once that was answered elsewhere', async () => {
    const sent = stubApi({ [path]: { status: 504 } })
    await decide(convertToCardBalance, input)
    const [open] = undecided(convertToCardBalance)
    if (!open) throw new Error('nothing is open')
    // Another tab had the answer, and the same was decided anew.
    localStorage.clear()
    await decide(convertToCardBalance, input)
    await decide(convertToCardBalance, { ...open, pin: input.pin })
    expect(sent[2]?.body).toEqual(sent[0]?.body)
    expect(sent[1]?.body.requestId).not.toBe(sent[0]?.body.requestId)
  })

  test('an answer to the first leaves the same decided anew open', async () => {
    let answer: object = { status: 504 }
    const sent = stubApi({ [path]: () => answer })
    await decide(convertToCardBalance, input)
    const [open] = undecided(convertToCardBalance)
    if (!open) throw new Error('nothing is open')
    localStorage.clear()
    await decide(convertToCardBalance, input)
    answer = done({})
    await decide(convertToCardBalance, { ...open, pin: input.pin })
    expect(undecided(convertToCardBalance).map(({ requestId }) => requestId)).toEqual([
      sent[1]?.body.requestId,
    ])
  })

  test('what one person decided is unknown to the next on the same phone, and there again for the first', async () => {
    const sent = stubApi({ [path]: { status: 504 } })
    await decide(convertToCardBalance, input)
    signOut()
    expect(undecided(convertToCardBalance)).toEqual([])
    signedInAs({ id: '01990000-0000-7000-8000-000000000002' })
    expect(undecided(convertToCardBalance)).toEqual([])
    expect(undecided(convertToCardBalance)).toEqual([])
    await decide(convertToCardBalance, input)
    expect(sentIds(sent).size).toBe(2)
    signedInAs()
    expect(undecided(convertToCardBalance).map(({ requestId }) => requestId)).toEqual([
      sent[0]?.body.requestId,
    ])
  })

  test('stores the key before sending, and never the PIN', async () => {
    let stored: string | null = null
    stubApi({
      [path]: () => {
        stored = localStorage.getItem('decisions')
        return { status: 504 }
      },
    })
    await decide(convertToCardBalance, input)
    expect(stored).toContain('requestId')
    expect(stored).not.toContain('123456')
  })

  test('is a loss to the client that would close, for as long as it is on its way', async () => {
    const lost: number[] = []
    stubApi({
      [path]: () => {
        lost.push(losses.value)
        return { status: 504 }
      },
    })
    await decide(convertToCardBalance, input)
    expect([...lost, losses.value]).toEqual([1, 0])
  })

  test('works where storage is blocked', async () => {
    vi.stubGlobal('localStorage', {
      getItem: () => {
        throw new Error('SecurityError')
      },
      setItem: () => {
        throw new Error('SecurityError')
      },
      removeItem: () => {},
      clear: () => {},
    })
    const sent = stubApi({ [path]: { status: 504 } })
    await decide(convertToCardBalance, { ...input, amount: '7' })
    await decide(convertToCardBalance, { ...input, amount: '7' })
    expect(sentIds(sent).size).toBe(1)
  })
})

describe('letting go', () => {
  const dropping = (isDropped: boolean) => ({ [path]: { status: 504 }, [drop.path]: done({ isDropped }) })

  test('what never happens is decided about no more, and the same is a decision of its own', async () => {
    const sent = stubApi(dropping(true))
    await decide(convertToCardBalance, input)
    const [open] = undecided(convertToCardBalance)
    expect(await letGo(open?.requestId ?? '')).toMatchObject({ ok: true, data: { isDropped: true } })
    expect(sent.at(-1)?.body).toEqual({ requestId: open?.requestId })
    expect(undecided(convertToCardBalance)).toEqual([])
    await decide(convertToCardBalance, input)
    expect(sent.at(-1)?.body.requestId).not.toBe(open?.requestId)
  })

  test.each([
    ['that was answered', dropping(false)],
    ['whose dropping has no answer', { [path]: { status: 504 }, [drop.path]: { status: 504 } }],
  ])('one %s stays', async (_name, answers) => {
    stubApi(answers)
    await decide(convertToCardBalance, input)
    const [open] = undecided(convertToCardBalance)
    await letGo(open?.requestId ?? '')
    expect(undecided(convertToCardBalance)).toEqual([open])
  })
})
