import { types } from '../../../../contract/card.ts'
import { useLoad } from '../../../use-load.ts'

/** Every kind of card (specification section 9: page size 1000); anybody may read them. */
export function useTypes() {
  return useLoad(types, { pageSize: 1000, page: 1 })
}
