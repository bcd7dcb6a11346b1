import { done, renderPage, signedInAs, stubApi } from '../../../testing/testing.tsx'
import { cardId, pageOf, sampleCard } from './samples.ts'

interface Opened {
  /** The page of a card. */
  Page: Parameters<typeof renderPage>[1]
  /** Which of its sheets. */
  sheet: string
  /** The call that the sheet is about. */
  path: string
  answer: Parameters<typeof stubApi>[0][string]
  others?: Parameters<typeof stubApi>[0]
}

/** For tests: a card's page with a sheet open, as a link opens it, and what was sent to the sheet's call. */
export async function openedSheet({ Page, sheet, path, answer, others = {} }: Opened) {
  signedInAs()
  const sent = stubApi({
    '/api/customer/card/detail': done(sampleCard),
    '/api/customer/card/cardTranscationList/20/1': done(pageOf([])),
    ...others,
    [path]: answer,
  })
  await renderPage('card', Page, { query: { id: cardId, open: sheet } })
  return { of: () => sent.filter(call => call.path === path).map(({ body }) => body) }
}
