import { handOverPicture } from '../../../../../contract/handoff.ts'
import { submitImg, upload } from '../../../../../contract/identity.ts'
import { type Reply, send } from '../../../../send.ts'
import type { DocType, Side } from '../kept.ts'
import { type PostOptions, postPicture } from './post-picture.ts'

type Placed = Reply<typeof submitImg> | Reply<typeof upload> | Reply<typeof handOverPicture>

/** Brings a picture to its place, with a session or with the pass of a link. */
export type Deliver = (
  picture: Blob,
  place: { docType: DocType; side: Side },
  options: PostOptions,
) => Promise<Placed>

/** Where pictures lie that were sent and have no place yet. */
const paths = new WeakMap<Blob, string>()

/** For a signed-in customer: a picture that was sent once is not sent again while no answer came. */
export const deliverOwn: Deliver = async (picture, place, options) => {
  const path = paths.get(picture)
  if (!path) {
    const sent = await postPicture(upload, { file: named(picture, place.side) }, options)
    if (!sent.ok) return sent
    paths.set(picture, sent.data.path)
    return await deliverOwn(picture, place, options)
  }
  options.onProgress(1)
  const placed = await send(submitImg, { ...place, path }, { background: true, signal: options.signal })
  if (!placed.ok && (placed.code !== undefined || placed.status)) paths.delete(picture)
  return placed
}

/** For a device that was let in by a link. */
export function deliverWith(pass: string): Deliver {
  return (picture, { side }, options) =>
    postPicture(handOverPicture, { pass, side, file: named(picture, side) }, options)
}

function named(picture: Blob, side: Side): File {
  return new File([picture], `${side}.jpg`, { type: picture.type })
}
