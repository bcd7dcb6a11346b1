import { describe, expect, test } from 'vitest'
import { pathFields } from './call.ts'
import { everyCall } from './index.ts'
import { refusals } from './refusal.ts'

const calls = everyCall()

/** Every call named by the specification, section 7. */
const specified = `
  login register forget tgLogin tgRegister tgBind sendEmail exchangeRate getCardType checkVersion selectCountry findArea
  chinaArea getMailingCost deleteAccount logout updateToken updateUserInfo updatePassword updatePinCode isSetPIN getUser
  checkPin tgUnbind submitImg getKyc editKyc queryWallet masterBudgetBalance convertToMasterBalance
  convertToCardBalance queryTransferIn submitFeedback unreadMessageCount getAllMessageFirst read get confirmTransfer
  openCard getCreateCardSuccess detail updateCardPhone getCardApplyRecord applyCard payApply applyResult
  restartApplyCard finishApply cancelPayApply confirmCardHolderId generatorCardHolderUrl activateCard updateCardPIN
  cardActivation saveAddress deleteAddress updateAddress`
  .trim()
  .split(/\s+/)

describe('the list of calls', () => {
  test.each(specified)('has %s', name => {
    expect(calls.some(({ call }) => call.path.split('/').includes(name))).toBe(true)
  })

  test.each(['loginLog', 'userBill', 'message', 'card', 'cardTranscationList', 'cardType'])(
    'has the list %s',
    name => {
      expect(calls.some(({ call }) => call.path.endsWith(`${name}/{pageSize}/{page}`))).toBe(true)
    },
  )

  test('has one call for each method and path', () => {
    const keys = calls.map(({ call }) => `${call.method} ${call.path}`)
    expect(new Set(keys).size).toBe(keys.length)
  })

  test('asks for requestId and pin wherever money moves', () => {
    for (const { name, call } of calls.filter(({ call }) => call.movesMoney && call.built)) {
      const shape = (call.input as unknown as { shape: Record<string, unknown> }).shape
      expect(Object.keys(shape), name).toEqual(expect.arrayContaining(['requestId', 'pin']))
    }
  })

  test('refuses unknown keys in every built call', () => {
    for (const { name, call } of calls.filter(({ call }) => call.built)) {
      const wrong = call.input.safeParse({ isAdmin: true })
      const codes = wrong.success ? [] : wrong.error.issues.map(issue => issue.code)
      expect(codes, name).toContain('unrecognized_keys')
    }
  })

  test('lists known refusals only, each with a code of its own', () => {
    for (const { call } of calls) for (const key of call.refuses) expect(refusals).toHaveProperty(key)
    const codes = Object.values(refusals).map(([code]) => code)
    expect(new Set(codes).size).toBe(codes.length)
  })

  test('keeps customers’ calls under /api/customer and open ones under /api/common', () => {
    for (const { call } of calls)
      expect(call.path).toMatch(call.who === 'customer' ? /^\/api\/customer\// : /^\/api\/common\//)
  })
})

test('pathFields names the fields of a template in order', () => {
  expect(pathFields('/a/{pageSize}/{page}')).toEqual(['pageSize', 'page'])
})
