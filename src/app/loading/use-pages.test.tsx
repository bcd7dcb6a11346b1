import { cleanup, fireEvent, screen, waitFor } from '@testing-library/preact'
import { beforeEach, expect, test } from 'vitest'
import { cardTranscationList } from '../../contract/card.ts'
import { go } from '../routing/hash-location.tsx'
import { done, renderPage, signedInAs, stubApi } from '../testing/testing.tsx'
import { usePages } from './use-pages.ts'

let all: number[] = []

beforeEach(() => {
  all = [5, 4, 3, 2, 1]
  signedInAs()
  const page = (number: number) => () => {
    const list = all.slice(2 * number - 2, 2 * number).map(id => ({ id: `${id}` }))
    return done({ list, total: all.length, page: number, pageSize: 2 })
  }
  stubApi(
    Object.fromEntries([1, 2, 3, 4].map(n => [`/api/customer/card/cardTranscationList/2/${n}`, page(n)])),
  )
})

function Rows() {
  const { rows, hasMore, more } = usePages(cardTranscationList, {
    pageSize: 2,
    keyOf: ({ id }: { id: string }) => id,
    filter: { cardId: 'card' },
  })
  return (
    <>
      <p>{rows.map(({ id }) => id).join()}</p>
      {hasMore && (
        <button type="button" onClick={more}>
          more
        </button>
      )}
    </>
  )
}

/** Preact's effects, those of an end too, wait up to 35 ms for a frame. */
const effects = () => new Promise(resolve => setTimeout(resolve, 50))
const shown = (rows: string) => screen.findByText(rows)

test('every row is shown once, also when others come before it meanwhile', async () => {
  await renderPage('card', Rows)
  await shown('5,4')
  fireEvent.click(screen.getByText('more'))
  await shown('5,4,3,2')
  all = [7, 6, ...all]
  fireEvent.click(screen.getByText('more'))
  await waitFor(() => expect(screen.queryByText('more')).toBeTruthy())
  await shown('5,4,3,2')
  dispatchEvent(new CustomEvent('renew', { detail: [] }))
  await shown('7,6,5,4,3,2')
})

test('a list of which all is new begins anew', async () => {
  await renderPage('card', Rows)
  await shown('5,4')
  fireEvent.click(screen.getByText('more'))
  await shown('5,4,3,2')
  all = [9, 8, 7, 6, ...all]
  dispatchEvent(new CustomEvent('renew', { detail: [] }))
  await shown('9,8')
  fireEvent.click(screen.getByText('more'))
  await shown('9,8,7,6')
})

test('rows that come once the page was left are not kept at the place one has gone to', async () => {
  let arrive = () => {}
  const slow = new Promise<void>(resolve => {
    arrive = resolve
  })
  const path = '/api/customer/card/cardTranscationList/2/'
  const page = (number: number) => done({ list: [{ id: `${number}` }], total: 4, page: number, pageSize: 2 })
  let answered = 0
  const sent = stubApi({
    [`${path}1`]: page(1),
    [`${path}2`]: async () => {
      await slow
      answered += 1
      return page(2)
    },
  })
  await renderPage('card', Rows)
  await shown('1')
  fireEvent.click(screen.getByText('more'))
  await waitFor(() => expect(sent.at(-1)?.path).toBe(`${path}2`))
  cleanup()
  await effects()
  go('card')
  arrive()
  await waitFor(() => expect(answered).toBe(1))
  await effects()
  await renderPage('card', Rows)
  await shown('1')
})
