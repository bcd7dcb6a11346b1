import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../../src/server/id.ts'
import { balanceOf, post, reverse } from '../../src/server/ledger/ledger.ts'
import { expectBooksAgree, move, newKey } from '../fixtures/ledger/world.ts'
import {
  at,
  begin,
  card,
  db,
  end,
  ether,
  house,
  renew,
  root,
  type Written,
  wallets,
  write,
} from '../fixtures/ledger/written.ts'

beforeAll(begin)
beforeEach(renew)
afterEach(async () => await expectBooksAgree(db))
afterAll(end)

const good = (): Written => ({
  id: newId(),
  entries: [
    [at(0), -5],
    [at(1), 5],
  ],
})

describe('of many transfers in one statement the database refuses all for', () => {
  test.each<[string, () => Written[]]>([
    [
      'one that has an entry too many while another has one too few',
      () => [
        {
          id: newId(),
          count: 2,
          entries: [
            [at(0), -5],
            [at(1), 3],
            [house(), 2],
          ],
        }, // prettier-ignore
        {
          id: newId(),
          count: 4,
          entries: [
            [at(0), -5],
            [at(1), 3],
            [house(), 2],
          ],
        }, // prettier-ignore
      ],
    ],
    [
      'one that has twice what it announced while another has nothing',
      () => [
        {
          id: newId(),
          count: 2,
          entries: [
            [at(0), -5],
            [at(1), 3],
            [house(), 1],
            [house(1), 1],
          ],
        }, // prettier-ignore
        { id: newId(), count: 2, entries: [] },
      ],
    ],
    ['one without entries', () => [good(), { id: newId(), count: 2, entries: [] }]],
    [
      'two that add up to zero only together',
      () => [
        {
          id: newId(),
          entries: [
            [at(0), -5],
            [at(1), 4],
          ],
        }, // prettier-ignore
        {
          id: newId(),
          entries: [
            [at(0), -5],
            [at(1), 6],
          ],
        }, // prettier-ignore
      ],
    ],
    [
      'one that adds up to zero only over two currencies',
      () => [
        good(),
        {
          id: newId(),
          entries: [
            [at(0), -5],
            [ether, 5],
          ],
        },
      ], // prettier-ignore
    ],
    [
      'one whose entry is on no account, whichever place its id has among the others',
      () => [
        good(),
        {
          id: newId(),
          entries: [
            [at(0), -5],
            ['00000000-0000-4000-8000-000000000000', 5],
          ],
        },
      ], // prettier-ignore
    ],
    [
      'one whose entry is on no account, after all others',
      () => [
        good(),
        {
          id: newId(),
          entries: [
            [at(0), -5],
            ['ffffffff-ffff-4fff-bfff-ffffffffffff', 5],
          ],
        },
      ], // prettier-ignore
    ],
    ['an overdraft that many make together', () => Array.from({ length: 21 }, good)],
    [
      'a forced overdraft of a wallet',
      () => [
        {
          id: newId(),
          isForced: true,
          entries: [
            [at(0), -101],
            [house(), 101],
          ],
        },
      ], // prettier-ignore
    ],
    [
      'an overdraft of a card that is not the forced one',
      () => [
        {
          id: newId(),
          isForced: true,
          entries: [
            [house(), -1],
            [card, 1],
          ],
        }, // prettier-ignore
        {
          id: newId(),
          entries: [
            [card, -102],
            [house(), 102],
          ],
        }, // prettier-ignore
      ],
    ],
    ['the reversal of a transfer that is not there', () => [good(), { ...good(), reverses: newId() }]],
  ])('%s', async (_what, transfers) => {
    await expect(write([good(), ...transfers()])).rejects.toMatchObject({
      code: expect.stringMatching(/^(GL002|23514)$/),
    })
    for (const wallet of [...wallets, card, ether]) {
      expect(await balanceOf(db, wallet)).toMatchObject({ balanceMinor: 100n })
    }
  })

  test('a second reversal, and one that is no mirror', async () => {
    const entries = move(at(0), at(1), 5n)
    const { transferId } = await post(db, { idempotencyKey: newKey(), reason: 'move', entries })
    const mirror = (): Written => ({
      id: newId(),
      reverses: transferId,
      entries: [
        [at(0), 5],
        [at(1), -5],
      ],
    }) // prettier-ignore
    await expect(write([good(), mirror(), mirror()])).rejects.toMatchObject({ code: '23505' })
    const half: Written = {
      id: newId(),
      reverses: transferId,
      entries: [
        [at(0), 4],
        [at(1), -4],
      ],
    } // prettier-ignore
    await expect(write([good(), half])).rejects.toMatchObject({ code: 'GL002' })
    await reverse(db, { transferId, idempotencyKey: newKey(), reason: 'undo' })
    await expect(write([mirror()])).rejects.toMatchObject({ code: '23505' })
    expect(await balanceOf(db, at(0))).toMatchObject({ balanceMinor: 100n })
  })

  test('entries for a transfer of an earlier statement of the same transaction', async () => {
    const first = good()
    await root.query('begin')
    await write([first])
    const late = `insert into entries values ('${first.id}', '${house()}', -5), ('${first.id}', '${house(1)}', 5)`
    await expect(root.query(late)).rejects.toMatchObject({ code: 'GL002' })
    await root.query('rollback')
  })
})
