import type * as address from '../../../contract/address.ts'
import {
  type AddressFields,
  addressesMax,
  addressPage,
  changeAddress,
  removeAddress,
  saveAddress,
} from '../../addresses/addresses.ts'
import { checkMailingAddress } from '../../addresses/check.ts'
import { chinaAreas } from '../../addresses/china.ts'
import { mailingCostOf } from '../../addresses/mailing.ts'
import { areasOf, rulesOf } from '../../addresses/rules.ts'
import type { MailingAddressRow } from '../../addresses/tables.ts'
import { isUnpaid } from '../../cards/applications/application-states.ts'
import { underWay } from '../../cards/applications/applications.ts'
import { transaction } from '../../database/database.ts'
import { lockCustomer } from '../../database/lock-customer.ts'
import { Denied, Refused } from '../../http/refused.ts'
import { countries, isAreaCode, isCountry } from '../../params/countries.ts'
import type { World } from '../../world.ts'
import type { Handlers } from '../handler.ts'
import { mailingLabel } from './mailing-label.ts'

/** Countries and their areas, what mailing costs, and the addresses of a customer. */
export function addressApi({ db }: World): Handlers<typeof address> {
  return {
    async selectCountry() {
      return [...countries]
    },

    async findArea({ country }) {
      if (!isCountry(country)) return []
      return (await areasOf(country)).map(({ code, name, nameZh }) => ({ code, name, nameZh }))
    },

    async chinaArea() {
      return await chinaAreas()
    },

    async addressRules({ country }) {
      if (!isCountry(country)) throw new Refused('input_invalid', { fields: { country: 'country' } })
      return await rulesOf(country)
    },

    async getMailingCost({ country }) {
      return isCountry(country) ? mailingCostOf(country) : null
    },

    async saveAddress(input, { userId }) {
      const fields = await checked(input, 'address_failed')
      const saved = await transaction(db, async db => {
        await lockCustomer(db, userId)
        return await saveAddress(db, { userId, fields })
      })
      if (!saved)
        throw new Refused('limit_exceeded', { which: 'addresses', limit: `${addressesMax}`, left: '0' })
      return await travelling(saved)
    },

    async addresses({ pageSize, page }, { userId }) {
      const { rows, total } = await addressPage(db, { userId, pageSize, page })
      const applications = await underWay(db, userId)
      const list = rows.map(async row => ({
        ...(await travelling(row)),
        usedBy: applications
          .filter(({ address_id }) => address_id === row.id)
          .map(({ id, status }) => ({ id, isPaid: !isUnpaid(status) })),
      }))
      return { list: await Promise.all(list), total, page, pageSize }
    },

    async updateAddress({ _id: id, ...input }, { userId }) {
      const fields = await checked(input, 'modify_failed')
      const changed = await transaction(db, async db => {
        await lockCustomer(db, userId)
        return await changeAddress(db, { userId, id, fields })
      })
      if (!changed) throw new Denied()
      return await travelling(changed)
    },

    async deleteAddress({ _id: id }, { userId }) {
      const isRemoved = await transaction(db, async db => {
        await lockCustomer(db, userId)
        return await removeAddress(db, { userId, id })
      })
      if (!isRemoved) throw new Denied()
      return null
    },
  }
}

/** The address as it is kept; refuses with what is wrong at which field. */
async function checked(
  input: AddressFields,
  refusal: 'address_failed' | 'modify_failed',
): Promise<AddressFields> {
  if (!isCountry(input.country)) throw new Refused(refusal, { fields: { country: 'country' } })
  const { fields, faults } = await checkMailingAddress(input)
  const all = { ...faults, ...(!isAreaCode(input.areaCode) && { areaCode: 'areaCode' }) }
  if (Object.keys(all).length > 0) throw new Refused(refusal, { fields: all })
  return fields
}

async function travelling(row: MailingAddressRow): Promise<address.MailingAddress> {
  const { id, zip_code, area_code, is_default, created_at, user_id: _userId, ...rest } = row
  return {
    _id: id,
    ...rest,
    zipCode: zip_code,
    areaCode: area_code,
    isDefault: is_default,
    lines: await mailingLabel(row),
    createTime: created_at.toISOString(),
  }
}
