import { Denied } from '../http/refused.ts'
import { openPicture } from '../identity/documents.ts'
import { openReader } from '../identity/reading/reader.ts'
import { claimUnread, keepReading } from '../identity/readings.ts'
import type { World } from '../world.ts'
import type { Schedule } from './queue/runner.ts'

const reader = openReader()
const aRound = 10

/** Reads documents as they come. A schedule and no job: money does not stand in line behind pictures. */
export const readDocuments: Schedule = { name: 'read-documents', everyMs: 1000, run: readAll }

/** One round of it. */
export async function readAll(world: World): Promise<void> {
  const paths = await claimUnread(world.db, aRound)
  for (const path of paths) {
    // One that cannot be opened is tried again in a minute, and keeps nobody else waiting.
    await readDocument(world, path).catch(error =>
      world.log.error({ error }, 'a picture could not be opened'),
    )
  }
}

/**
 * Reads the machine-readable zone of a picture and keeps what it says. A picture that cannot be read, whatever the
 * reason, is one without a zone: the operator looks at it anyway.
 */
export async function readDocument(world: World, path: string): Promise<void> {
  const picture = await openPicture(world, path).catch(goneIsFine)
  if (!picture) return
  const reading = await reader.read(picture).catch(error => {
    world.log.warn({ error }, 'a document could not be read')
    return null
  })
  await keepReading(world.secrets, world.db, { path, reading })
}

/** The customer took the picture away in the meantime. */
function goneIsFine(error: unknown): null {
  if (error instanceof Denied) return null
  throw error
}
