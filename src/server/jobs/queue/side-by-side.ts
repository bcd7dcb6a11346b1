import type { World } from '../../world.ts'
import { failingItems, itemName, noteItemFailure, noteSuccess } from './failing.ts'

const atOnce = 10

/** A round of a schedule over things of which each is somebody else's. */
interface Round<Item> {
  schedule: string
  items: readonly Item[]
  idOf: (item: Item) => string
  work: (item: Item) => Promise<unknown>
}

/**
 * Does a round ten at a time, and none in the way of the others: what fails is left for a later round. One that has failed
 * for half an hour without a success calls a person, and its next success calls them off.
 */
export async function sideBySide<Item>(
  { db, log }: Pick<World, 'db' | 'log'>,
  { schedule, items, idOf, work }: Round<Item>,
): Promise<void> {
  const failing = items.length > 0 ? await failingItems(db, schedule) : new Set()
  const apart = async (item: Item) => {
    const name = itemName(schedule, idOf(item))
    try {
      await work(item)
      if (failing.has(name)) await noteSuccess(db, name)
    } catch (error) {
      log.error({ error, schedule, item: idOf(item) }, 'it is tried again in a later round')
      await noteItemFailure(db, { schedule, name }).catch(fault =>
        log.error({ error: fault, schedule, item: idOf(item) }, 'how it went could not be noted'),
      )
    }
  }
  for (let first = 0; first < items.length; first += atOnce)
    await Promise.all(items.slice(first, first + atOnce).map(apart))
}
