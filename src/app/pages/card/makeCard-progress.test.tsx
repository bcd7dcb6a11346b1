import { cleanup, fireEvent, screen, waitFor } from '@testing-library/preact'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { currentUrl } from '../../routing/hash-location.tsx'
import { keys, recall, remember } from '../../storage.ts'
import { done } from '../../testing/testing.tsx'
import MakeCard from './makeCard.tsx'
import { dropApplyDraft } from './parts/apply/apply-draft.ts'
import { applicationId, daysAgo, physicalCardId, unpaid } from './testing/apply-samples.ts'
import { paths, showing } from './testing/make-card-acting.tsx'
import { cardId } from './testing/samples.ts'

const show = showing(MakeCard)

beforeEach(() => dropApplyDraft(cardId))

describe('an application on its way', () => {
  const going = { ...unpaid, payTime: daysAgo(9.5), can: [] as string[] }

  test.each([
    ['applying', true],
    ['making', true],
    ['shipped', true],
    ['cancelling', false],
    ['success', false],
  ])('that is %s says how long its parcel will take: %s', async (status, isTold) => {
    const sent = await show({ [paths.record]: done({ ...going, status }) })
    await screen.findByText('邮寄与签收')
    await waitFor(() => expect(screen.queryByText('SingPost，约 5–9 天') !== null).toBe(isTold))
    expect(sent.filter(({ path }) => path === paths.cost).map(({ body }) => body)).toEqual(
      isTold ? [{ country: 'SG' }] : [],
    )
  })

  test('counts the days of two waits that do not run at once', async () => {
    await show({ [paths.record]: done({ ...going, status: 'making', approveTime: daysAgo(2.5) }) })
    await screen.findByText('制卡中')
    expect(screen.getByText('已完成，用时 8 天')).toBeTruthy()
    expect(screen.getByText('第 3 天，约 14 天')).toBeTruthy()
    expect(screen.queryByText('取消申请')).toBeNull()
  })

  test('says so when it is late', async () => {
    await show({
      [paths.record]: done({ ...going, status: 'applying', payTime: daysAgo(15), can: ['cancel'] }),
    })
    await screen.findByText(/已超过承诺的 14 天/)
  })

  test('is cancelled only after a question', async () => {
    const applying = { ...going, status: 'applying', can: ['cancel'] }
    const sent = await show({
      [paths.record]: done(applying),
      [paths.cancel]: done({ ...applying, status: 'cancelling', can: [] }),
    })
    fireEvent.click(await screen.findByText('取消申请'))
    await screen.findByText(/已付的 27.00 USDT 会全额退回钱包/)
    expect(sent.some(({ path }) => path === paths.cancel)).toBe(false)
    fireEvent.click(screen.getAllByText('取消申请').at(-1) as HTMLElement)
    await waitFor(() =>
      expect(sent.find(({ path }) => path === paths.cancel)?.body).toEqual({ id: applicationId }),
    )
  })

  test('tells the tracking number, and takes the word of who has it', async () => {
    const shipped = {
      ...going,
      status: 'shipped',
      approveTime: daysAgo(5),
      shipTime: daysAgo(1),
      tracking: { carrier: 'SingPost', number: 'SP123456789SG' },
      can: ['finish'],
    }
    const arrived = { ...shipped, status: 'success', physicalCardId, can: ['activate'] }
    let now: object = shipped
    await show({
      [paths.record]: () => done(now),
      [paths.finish]: () => {
        now = arrived
        return done(arrived)
      },
    })
    await screen.findByText('SP123456789SG')
    expect(screen.getByLabelText('复制 运单号')).toBeTruthy()
    fireEvent.click(screen.getByText('我已收到卡'))
    fireEvent.click(await screen.findByText('激活实体卡'))
    expect(currentUrl.value).toBe(`/pages/activateCard/activateCard?id=${physicalCardId}`)
  })

  test.each([
    ['a reason we have words for', 'name_not_printable', '这个姓名无法印在卡上，请修改卡面姓名。'],
    ['a code we have none for', 'moonphase_wrong', '发卡方没有通过这次申请。'],
    ['what an operator wrote', 'The address is too short', 'The address is too short'],
  ])('that failed for %s says it in words', async (_, reason, words) => {
    await show({ [paths.record]: done({ ...going, status: 'fail', reason, can: ['restart'] }) })
    await screen.findByText(words)
    expect(screen.queryByText(/_/)).toBeNull()
  })

  test('that failed says why, what came back, and begins again with the same data', async () => {
    const failed = {
      ...going,
      status: 'fail',
      reason: 'address_not_served',
      can: ['restart'],
      endTime: daysAgo(0),
    }
    let now: object = failed
    await show({
      [paths.record]: () => done(now),
      [paths.restart]: () => {
        now = { ...unpaid, status: 'draft', can: ['edit'] }
        return done(now)
      },
    })
    await screen.findByText('暂时不能寄到这个地址，请换一个。')
    expect(screen.getByText(/27.00 USDT 已全额退回钱包/)).toBeTruthy()
    fireEvent.click(screen.getByText('用原来的信息重新申请'))
    expect(await screen.findByDisplayValue('LIN WEI')).toBeTruthy()
  })

  describe('whose card was lost before it was activated', () => {
    const ended = {
      ...going,
      status: 'ended',
      reason: 'lost',
      physicalCardId,
      approveTime: daysAgo(5),
      shipTime: daysAgo(3),
      endTime: daysAgo(0),
    }

    const anew = `#/pages/makeCard/makeCard?cardId=${cardId}&step=1`

    test('leads to another of the same kind, whose making is free', async () => {
      await show({ [paths.record]: done({ ...ended, can: ['replace'] }) })
      await screen.findByText('激活前已停用')
      expect(screen.queryByText(/已全额退回钱包/)).toBeNull()
      expect(screen.getByText(/这次免制卡费/)).toBeTruthy()
      expect(screen.getByText('补办新卡').getAttribute('href')).toBe(anew)
    })

    test('is replaced with what was filled in; another kind costs what it costs', async () => {
      const sent = await show(
        { [paths.record]: done({ ...ended, can: ['replace'] }), [paths.apply]: done(unpaid) },
        { step: '1' },
      )
      expect(await screen.findByDisplayValue('LIN WEI')).toBeTruthy()
      await screen.findByText(/这次免制卡费/)
      expect(screen.getByText('免费')).toBeTruthy()
      fireEvent.click(screen.getByDisplayValue('tenmoku'))
      await screen.findByText('112.00 USDT')
      expect(screen.queryByText(/这次免制卡费/)).toBeNull()
      fireEvent.click(screen.getByDisplayValue('celadon-physical'))
      await screen.findByText(/这次免制卡费/)
      fireEvent.click(screen.getByText('下一步，核对付款'))
      await waitFor(() => expect(sent.some(({ path }) => path === paths.apply)).toBe(true))
      const { body } = sent.find(({ path }) => path === paths.apply) ?? {}
      expect(body).toMatchObject({ cardTypeId: 'celadon-physical', embossName: 'LIN WEI' })
      expect(body).not.toHaveProperty('id')
    })

    test('is paid for without making, which is said to be free', async () => {
      const again = { ...unpaid, isReplacement: true, makingFee: '0', total: '12' }
      await show({ [paths.record]: done(again) })
      await screen.findByText('支付 12.00 USDT')
      expect(screen.getByText(/这次免制卡费/)).toBeTruthy()
      expect(screen.queryByText('制卡费')).toBeNull()
    })

    test('leads to another at its price when it was free itself, or closed', async () => {
      await show({ [paths.record]: done({ ...ended, reason: 'closed' }) })
      await screen.findByText('卡片在激活前已注销，不能再使用。')
      expect(screen.queryByText(/免制卡费/)).toBeNull()
      expect(screen.getByText('重新申请').getAttribute('href')).toBe(anew)
    })
  })

  test.each([
    [['activate'], false],
    [[], false],
    [['again'], true],
  ])('that came, and can %j, leads to another one: %s', async (can, isOffered) => {
    const came = { ...going, status: 'success', can, physicalCardId }
    await show({ [paths.record]: done(came) })
    await screen.findByText('申请内容')
    expect(screen.queryByText('重新申请') !== null).toBe(isOffered)
    expect(screen.queryByText(/已经停用，可以重新申请一张/) !== null).toBe(isOffered)
    cleanup()
    await show({ [paths.record]: done(came) }, { step: '1' })
    await screen.findByText(isOffered ? '下一步，核对付款' : '申请内容')
  })

  test.each([
    ['shipped', ['finish'], true],
    ['returned', ['edit', 'pay'], true],
    ['success', ['activate'], true],
    ['success', [], false],
    ['making', [], false],
  ])('that is %s and can %j offers to report the card lost: %s', async (status, can, isOffered) => {
    await show({ [paths.record]: done({ ...going, status, can, physicalCardId }) })
    await screen.findByText('申请内容')
    const way = screen.queryByText('没收到卡？挂失补办')
    expect(way?.getAttribute('href') ?? null).toBe(
      isOffered ? `#/pages/cardDetail/cardDetail?id=${physicalCardId}&open=lost` : null,
    )
  })

  test('an operator is quoted as they wrote', async () => {
    await show({
      [paths.record]: done({ ...going, status: 'fail', reason: '照片与证件不符', can: ['restart'] }),
    })
    await screen.findByText('照片与证件不符')
  })
})

describe('the cardholder at the issuer', () => {
  const waiting = {
    ...unpaid,
    status: 'holder_pending',
    cardTypeId: 'tenmoku',
    can: ['edit', 'verifyHolder'],
  }
  const cardHolderId = '01990000-0000-7000-8000-000000000060'

  test('is asked about on the page of the issuer, which leads back here', async () => {
    const assign = vi.spyOn(location, 'assign').mockImplementation(() => {})
    const sent = await show({
      [paths.record]: done(waiting),
      [paths.url]: done({ url: 'https://issuer.example/holder', cardHolderId, expireTime: daysAgo(-1) }),
      [paths.confirm]: done({ status: 'pending', cardHolderId }),
    })
    fireEvent.click(await screen.findByText('前往发卡方页面'))
    await waitFor(() => expect(assign).toHaveBeenCalledWith('https://issuer.example/holder'))
    const returnPath = `/pages/makeCard/makeCard?cardId=${cardId}&id=${applicationId}`
    const asked = sent.find(({ path }) => path === paths.url)?.body
    expect(asked).toEqual({ cardTypeId: 'tenmoku', returnPath })
    expect(recall(keys.webView)).toBe(returnPath)
    assign.mockRestore()
    for (const key of [keys.cardHolder, keys.webView]) remember(key, null)
  })

  test('goes on when the issuer says yes', async () => {
    let now: object = waiting
    await show(
      {
        [paths.record]: () => done(now),
        [paths.confirm]: () => {
          now = unpaid
          return done({ status: 'confirmed', cardHolderId })
        },
      },
      { cardHolderId },
    )
    await screen.findByText('支付 27.00 USDT')
  })

  test('a no can be tried again', async () => {
    await show(
      { [paths.record]: done(waiting), [paths.confirm]: done({ status: 'refused', cardHolderId }) },
      { cardHolderId },
    )
    await screen.findByText(/发卡方没有通过这次验证/)
    expect(screen.getByText('前往发卡方页面')).toBeTruthy()
  })
})
