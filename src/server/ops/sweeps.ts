import { defineCommand } from 'citty'
import { format } from '../../contract/money.ts'
import { retireAddress } from '../across/retired-address.ts'
import { audit } from '../audits/audit.ts'
import { standstillOf } from '../chain/nonces.ts'
import { feesOfSweeping } from '../chain/sweeps/fees.ts'
import { knownByCoin, sweepable } from '../chain/sweeps/known.ts'
import { holdingsAt, missingAt, writeOffMissing } from '../chain/sweeps/missing.ts'
import { pause, pausedBy, resume } from '../chain/sweeps/pausing.ts'
import { feeCoin } from '../chain/sweeps/sweep-terms.ts'
import { type Db, transaction } from '../database/database.ts'
import { atChain, type ChainDesk } from './chain-desk.ts'
import { atDesk, type Desk, json, print } from './desk.ts'
import { withSecond } from './two-people.ts'

const network = { type: 'positional', description: 'the network', required: true } as const
const address = { type: 'positional', description: 'the deposit address', required: true } as const
const all = {
  type: 'boolean',
  description: 'those that are done, too; the newest 200',
  default: false,
} as const

/** `ops sweeps …` */
export const sweepCommands = defineCommand({
  meta: { name: 'sweeps', description: 'What moves deposits from their addresses to the hot wallet' },
  subCommands: {
    list: defineCommand({
      meta: { name: 'list', description: 'What is on its way or came to nothing, newest first' },
      args: { all, json },
      run: ({ args }) => atDesk(async ({ db }) => print(await sweeps(db, args), args.json)),
    }),
    status: defineCommand({
      meta: {
        name: 'status',
        description: 'Whether deposits are swept, what is at their addresses and what it has cost',
      },
      args: { json },
      run: ({ args }) => atDesk(async ({ db }) => print(await standing(db), args.json)),
    }),
    'write-off': defineCommand({
      meta: {
        name: 'write-off',
        description:
          'Books what is missing at an address as stolen, a loss of ours; customers keep what they have. It takes two different operators',
      },
      args: { address, json },
      run: ({ args }) => atChain(desk => takeLoss(desk, args)),
    }),
    pause: defineCommand({
      meta: {
        name: 'pause',
        description: 'Has sweeping wait: nothing new is signed, what was signed goes its way',
      },
      args: { network, json },
      run: ({ args }) => atDesk(desk => turn(desk, { ...args, isPaused: true })),
    }),
    resume: defineCommand({
      meta: { name: 'resume', description: 'Lets sweeping go on' },
      args: { network, json },
      run: ({ args }) => atDesk(desk => turn(desk, { ...args, isPaused: false })),
    }),
  },
})

async function turn(
  { db, operator }: Desk,
  { network, isPaused, json }: { network: string; isPaused: boolean; json: boolean },
) {
  await transaction(db, async db => {
    await (isPaused ? pause(db, { network, operator }) : resume(db, network))
    await audit(db, { operator, verb: isPaused ? 'sweep.pause' : 'sweep.resume', subject: network })
  })
  print([{ network, isPaused }], json)
}

/** Both mean the very same amounts: what went missing since is another deed. */
async function takeLoss(
  { db, chain, operator }: ChainDesk,
  { address, json }: { address: string; json: boolean },
): Promise<void> {
  const holdings = await holdingsAt(db, { chain, address })
  const missing = await missingAt(db, { chain, holdings })
  const amounts = Object.fromEntries(missing.map(({ currency, raw }) => [currency, `${raw}`]))
  const deed = { operator, verb: 'sweep.write-off', subject: address, detail: { raw: amounts } }
  const { isDone } = await withSecond(db, deed, db =>
    writeOffMissing(db, { chain, holdings, retire: retireAddress }),
  )
  const lost = Object.fromEntries(missing.map(({ currency, minor }) => [currency, format(minor, currency)]))
  print([{ address, isWrittenOff: isDone, approvalsMissing: isDone ? 0 : 1, lost }], json)
}

async function sweeps(db: Db, { all }: { all: boolean }) {
  const rows = await db
    .selectFrom('sweeps')
    .leftJoin('nonce_fees', join =>
      join
        .onRef('nonce_fees.network', '=', 'sweeps.network')
        .onRef('nonce_fees.nonce', '=', 'sweeps.nonce')
        .on('kind', '=', 'gas'),
    )
    .select(['id', 'sweeps.network', 'kind', 'status', 'address', 'currency', 'amount_minor'])
    .select(['sweeps.tx_hash', 'sweeps.nonce', 'sweeps.block_height', 'created_at', 'ended_at'])
    .select(eb => eb.fn.coalesce('sweeps.fee_minor', 'nonce_fees.fee_minor').as('fee_minor'))
    .where(eb => (all ? eb.lit(true) : eb('status', '<>', 'done')))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(200)
    .execute()
  return rows.map(({ amount_minor, fee_minor, ...row }) => ({
    ...row,
    amount: format(amount_minor, row.currency),
    fee: fee_minor === null ? null : format(fee_minor, feeCoin),
  }))
}

/** How it stands on each network where anything was given out to deposit to. */
async function standing(db: Db) {
  const networks = await db
    .selectFrom('deposit_addresses')
    .select('network')
    .distinct()
    .orderBy('network')
    .execute()
  return await Promise.all(
    networks.map(async ({ network }) => {
      const amounts = await knownByCoin(db, network)
      const told = await db
        .selectFrom('sweeps')
        .select(eb => eb.fn.countAll<bigint>().as('underWay'))
        .where('status', '=', 'sent')
        .where('network', '=', network)
        .executeTakeFirstOrThrow()
      return {
        network,
        pausedBy: await pausedBy(db, network),
        isSigning: !(await standstillOf(db, network)),
        underWay: told.underWay,
        fees: format(await feesOfSweeping(db, network), feeCoin),
        due: (await sweepable(db, { network, limit: 1000 })).length,
        atAddresses: Object.fromEntries(
          amounts.map(({ currency, minor }) => [currency, format(minor, currency)]),
        ),
      }
    }),
  )
}
