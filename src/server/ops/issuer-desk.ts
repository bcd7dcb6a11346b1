import { readOperatorConfig } from '../config.ts'
import { newLog } from '../log.ts'
import { issuerOf } from '../ports.ts'
import type { IssuerWorld } from '../world.ts'
import { atDesk, type Desk } from './desk.ts'

/** A desk from which the issuer can be asked. What that leaves to do later is done by the server. */
export type IssuerDesk = Desk & IssuerWorld

/** As `atDesk`, with the issuer of the configuration. */
export async function atIssuer(work: (desk: IssuerDesk) => Promise<void>): Promise<void> {
  const issuer = issuerOf(readOperatorConfig())
  const log = newLog({ level: 'warn', to: process.stderr })
  await atDesk(desk => work({ ...desk, issuer, log, wake: () => {} }))
}
