import { types } from '../../../../../contract/card.ts'
import { useLoad } from '../../../../loading/use-load.ts'

/** Every kind of card on offer (specification sections 7 and 9); anybody may read them. */
export function useTypes() {
  return useLoad(types, { pageSize: 1000, page: 1, status: 'enable' })
}
