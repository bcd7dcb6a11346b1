// The head script loads it: what a customer's start asks before the app is there to ask it.

/** A call that is sent by POST: its path below `/api/customer/`, and its body. */
type Question = [path: string, body?: object]

/** Of what the head script leaves (head.ts). */
type Glaze = NonNullable<Window['glaze']>
type Start = Pick<Glaze, 'path' | 'early'> & {
  shared: Pick<NonNullable<Glaze['shared']>, 'keys' | 'remember'>
}

const newMs = 10_000

/** Pages that have a question: the head script fetches this file for no other. */
export const hasQuestion = /\/(card|bill|transferIn)$/

/**
 * Asks what the page asks first, once the session is renewed, as every call waits for that. A renewed token is kept before its
 * first use, which ends the old one.
 */
export async function askEarly(start: Start, query: URLSearchParams) {
  setTimeout(() => {
    start.early = {}
  }, newMs)
  const renewal = await start.early['/api/customer/customerUser/updateToken{}']
  const answer = await renewal?.clone().json()
  if (answer?.code !== 1) return
  const { token } = answer.data
  start.shared.remember(start.shared.keys.token, token)
  for (const question of firstQuestions(start.path, query)) ask(start, token, question)
}

function ask({ early }: Start, token: string, [path, body = {}]: Question) {
  const url = `/api/customer/${path}`
  const text = JSON.stringify(body)
  const headers = { 'X-Access-Token': token, 'content-type': 'application/json' }
  // Read at once: an answer that no page fetches must not hold a connection.
  const answer = fetch(url, { method: 'POST', headers, body: text }).then(
    async answer => new Response(await answer.blob(), answer),
  )
  answer.catch(() => {})
  early[url + text] = answer
}

/**
 * What a customer's page asks first, as it asks it (`early.test.tsx`): sent once the session is renewed, while
 * the app is still on its way. None for pages that hardly anybody begins with.
 */
export function firstQuestions(path: string, query: URLSearchParams): Question[] {
  const { coin, chain, ...rest } = Object.fromEntries(query)
  const now = new Date()
  switch (path.split('/')[2]) {
    case 'card':
      return [['card/50/1']]
    case 'bill':
      if (Object.keys(rest).length) return []
      return [['userBill/30/1', { startTime: new Date(now.getFullYear(), now.getMonth() - 3).toJSON() }]]
    case 'transferIn':
      return chain ? [['cryptoCurrency/queryTransferIn', { currency: coin, chain }]] : []
    default:
      return []
  }
}
