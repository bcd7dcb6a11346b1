import { addresses } from '../../../../../contract/address.ts'
import { useLoad } from '../../../../loading/use-load.ts'

/** How many addresses a customer may have. */
export const addressesMax = 20

/** All addresses of the signed-in customer, the default one first. */
export function useAddresses() {
  const { data, ...load } = useLoad(addresses, { pageSize: addressesMax, page: 1 })
  return { ...load, list: data?.list ?? null }
}
