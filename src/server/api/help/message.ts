import type * as message from '../../../contract/message.ts'
import { userById } from '../../account/users.ts'
import { transaction } from '../../database/database.ts'
import {
  firstOfEach,
  markRead,
  messagesOf,
  type Reader,
  readOne,
  unreadByKind,
} from '../../messages/reading.ts'
import { changeSetting, settingOf } from '../../messages/settings.ts'
import type { World } from '../../world.ts'
import type { Handlers } from '../handler.ts'
import { confirmHandler } from '../wallet/confirm-transfer.ts'
import { pushHandlers } from './message-push.ts'

/** The message centre. */
export function messageApi(world: World): Handlers<typeof message> {
  const { db } = world
  const readerOf = async (userId: string): Promise<Reader> => ({
    userId,
    lang: (await userById(db, userId)).lang,
  })

  return {
    async unreadMessageCount(_input, { userId }) {
      const byKind = await unreadByKind(db, userId)
      return { total: Object.values(byKind).reduce((sum, count) => sum + count, 0), byKind }
    },
    async getAllMessageFirst(_input, { userId }) {
      return await firstOfEach(db, await readerOf(userId))
    },
    async messages(wanted, { userId }) {
      return await messagesOf(db, await readerOf(userId), wanted)
    },
    async read({ ids, kind }, { userId }) {
      await markRead(db, userId, { ids, kind })
      return null
    },
    async get({ id }, { userId }) {
      return await readOne(db, await readerOf(userId), id)
    },
    confirmTransfer: confirmHandler(world),
    async messageSetting(change, { userId }) {
      return await transaction(db, async db => {
        if (Object.keys(change).length > 0) await changeSetting(db, userId, change)
        return { ...(await settingOf(db, userId)), pushKey: world.pusher?.publicKey ?? null }
      })
    },
    ...pushHandlers(world),
  }
}
