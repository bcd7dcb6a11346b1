import * as z from 'zod/mini'
import { call } from './call.ts'
import { requestId } from './field.ts'

export const drop = call({
  path: '/api/customer/decision/drop',
  promise:
    'Lets go of a decision whose answer got lost: nothing happened by its `requestId`, and what still arrives with it is refused (`request_changed`). Not dropped is one that was answered: asked again, it says how.',
  input: z.strictObject({ requestId }),
  output: z.strictObject({ isDropped: z.boolean() }),
})
