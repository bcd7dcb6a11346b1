import sharp from 'sharp'
import { expect } from 'vitest'
import { startWorld, type TestWorld } from '../world.ts'
import { sendPicture } from './pictures.ts'

export let tested: TestWorld
export let photo: Buffer

/** Opens the world and takes a photo: once for a file, before its tests. */
export async function begin() {
  tested = await startWorld()
  photo = await picture(1200, 800)
}

export const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#3f7f6f' } })
    .jpeg()
    .toBuffer()

export const post = (content: Buffer, token: string, part = {}) => sendPicture(tested, token, content, part)

export async function uploaded(token: string, content = photo): Promise<string> {
  const envelope = await post(content, token)
  expect(envelope).toMatchObject({ code: 1 })
  return (envelope as { data: { path: string } }).data.path
}

export async function documentsOf(userId: string) {
  return await tested.world.db.selectFrom('documents').selectAll().where('user_id', '=', userId).execute()
}
