import * as z from 'zod/mini'
import { call, planned } from './call.ts'
import { areaCode, country } from './field.ts'

export const selectCountry = call({
  path: '/api/common/address/selectCountry',
  who: 'anyone',
  promise: 'The countries we know (specification section 3), with names in both languages and phone codes.',
  input: z.strictObject({}),
  output: z.array(
    z.strictObject({
      name: z.string(),
      nameZh: z.string(),
      code: country,
      flag: z.string(),
      phoneCode: areaCode,
    }),
  ),
})

export const findArea = planned({
  path: '/api/common/address/findArea',
  who: 'anyone',
  promise: 'Areas of a country.',
})
export const chinaArea = planned({
  path: '/api/common/address/chinaArea',
  method: 'GET',
  who: 'anyone',
  promise: 'Provinces, cities and districts of China.',
})
export const getMailingCost = planned({
  path: '/api/common/address/getMailingCost',
  who: 'anyone',
  promise: 'What it costs to mail a card to a country.',
})
export const saveAddress = planned({
  path: '/api/customer/address/saveAddress',
  promise: 'Saves a mailing address.',
})
export const addresses = planned({
  path: '/api/customer/address/list/{pageSize}/{page}',
  promise: 'Mailing addresses.',
})
export const deleteAddress = planned({
  path: '/api/customer/address/deleteAddress',
  promise: 'Removes an address.',
})
export const updateAddress = planned({
  path: '/api/customer/address/updateAddress',
  promise: 'Changes an address.',
})
