import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { throughout } from '../../fixtures/throughout.ts'
import {
  agree,
  arrived,
  depositor,
  feesBooked,
  settle,
  startSweepWorld,
  sweep,
  sweepsOf,
} from '../../fixtures/wallet/sweep-world.ts'

const tested = throughout(startSweepWorld)

test('what gas had cost before fees were those of nonces stays booked, once', async () => {
  const { address } = await depositor(tested)
  await arrived(tested, { address, currency: 'USDT', amount: '200' })
  await sweep(tested)
  await settle(tested)
  await sweep(tested)
  await settle(tested)
  expect(await sweepsOf(tested, address)).toEqual(['gas done ETH', 'sweep done USDT'])
  await agree(tested)
  const booked = await feesBooked(tested)
  await sql`alter table sweeps drop constraint fee_of_sweep, drop constraint no_fee_of_gas`.execute(tested.db)
  await sql`update sweeps s set fee_raw = f.fee_raw, fee_minor = f.fee_minor, transfer_id = f.transfer_id
    from nonce_fees f where s.kind = 'gas' and f.network = s.network and f.nonce = s.nonce`.execute(tested.db)
  await sql`alter table sweeps add constraint sweeps_check5 check (status <> 'done' or fee_raw is not null)`.execute(
    tested.db,
  )
  await sql`drop table nonce_fees`.execute(tested.db)
  const file = new URL('../../../src/server/migrations/0095-nonce-fees.sql', import.meta.url)
  await sql.raw(await readFile(file, 'utf8')).execute(tested.db)
  await agree(tested)
  expect(await feesBooked(tested)).toBe(booked)
})
