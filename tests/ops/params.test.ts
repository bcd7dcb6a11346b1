import { beforeAll, describe, expect, test } from 'vitest'
import { publicParam } from '../../src/contract/params.ts'
import { type desk, deskOn } from '../fixtures/ops/desk.ts'
import { throughout } from '../fixtures/throughout.ts'
import { startWorld } from '../fixtures/world.ts'

const tested = throughout(startWorld)
let at: ReturnType<typeof desk>
beforeAll(async () => {
  at = await deskOn(tested.world.db)
})

const hasInviteTab = () => tested.succeed(publicParam, { group: 'tab', key: 'inviteEnable' })
const audits = () =>
  tested.world.db
    .selectFrom('told_audits')
    .select(['operator', 'subject', 'detail'])
    .where('verb', '=', 'param.set')
    .orderBy('id')
    .execute()

describe('ops params set', () => {
  test.each([
    ['what is no switch', ['transfer.outFee', 'off']],
    ['what is neither on nor off', ['tab.inviteEnable', 'false']],
  ])('is refused for %s', async (_name, words) => {
    expect(await at('ann')('params', 'set', ...words)).toMatchObject({ isFailed: true })
    expect(await hasInviteTab()).toBe(true)
    expect(await audits()).toEqual([])
  })

  test('turns the invite tab off and on again, for everybody, and stands in the audit', async () => {
    expect((await at('ann')('params', 'list')).rows).toEqual([
      { name: 'tab.inviteEnable', isOn: true, set_by: null, set_at: null },
    ])
    expect((await at('ann')('params', 'set', 'tab.inviteEnable', 'off')).rows).toEqual([
      { name: 'tab.inviteEnable', isOn: false },
    ])
    expect(await hasInviteTab()).toBe(false)
    expect((await at('bob')('params', 'list')).rows).toMatchObject([
      { isOn: false, set_by: 'ann', set_at: expect.any(String) },
    ])
    await at('bob')('params', 'set', 'tab.inviteEnable', 'on')
    expect(await hasInviteTab()).toBe(true)
    expect(await audits()).toEqual([
      { operator: 'ann', subject: 'tab.inviteEnable', detail: { isOn: false } },
      { operator: 'bob', subject: 'tab.inviteEnable', detail: { isOn: true } },
    ])
  })
})
