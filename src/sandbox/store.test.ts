import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openStore } from './store.ts'
import { trialFolder } from './trial.ts'

describe('the store', () => {
  let folder: ReturnType<typeof trialFolder>
  let file: string
  beforeEach(() => {
    folder = trialFolder()
    file = join(folder.path, 'rows.jsonl')
  })
  afterEach(() => folder.remove())

  test('takes all changes back when the work throws', () => {
    const store = openStore(file)
    const rows = store.table<number>('rows')
    rows.put('a', 1)
    expect(() =>
      store.write(() => {
        rows.put('a', 2)
        rows.put('b', 3)
        throw new Error('no')
      }),
    ).toThrow('no')
    expect(rows.entries()).toEqual([['a', 1]])
    expect(openStore(file).table('rows').entries()).toEqual([['a', 1]])
  })

  test('forgets a line that a crash tore, and nothing before it', () => {
    const rows = openStore(file).table<number>('rows')
    rows.put('a', 1)
    appendFileSync(file, '[["rows","b",2],["ro')
    const again = openStore(file)
    expect(again.table('rows').entries()).toEqual([['a', 1]])
    again.table<number>('rows').put('c', 3)
    expect(openStore(file).table('rows').entries()).toEqual([
      ['a', 1],
      ['c', 3],
    ])
  })

  test('remembers puts and drops without being closed', () => {
    const rows = openStore(file).table<number>('rows')
    rows.put('a', 1)
    rows.put('b', 2)
    rows.drop('a')
    expect(openStore(file).table('rows').entries()).toEqual([['b', 2]])
  })
})
