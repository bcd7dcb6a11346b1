import { readOperatorConfig } from '../config.ts'
import { portsOf } from '../ports.ts'
import type { World } from '../world.ts'
import { atDesk, type Desk } from './desk.ts'

/** A desk from which the chain and the hot wallet can be asked. */
export type ChainDesk = Desk & Pick<World, 'chain' | 'treasury'>

/** As `atDesk`, with the chain and the hot wallet of the configuration. */
export async function atChain(work: (desk: ChainDesk) => Promise<void>): Promise<void> {
  const { chain, treasury } = portsOf(readOperatorConfig())
  await atDesk(desk => work({ ...desk, chain, treasury }))
}
