import { keys, recall, remember } from './storage.ts'

// Part of the head script: what a customer's start asks before the app is there to ask it.

/** A call that is sent by POST: its path below `/api/`, and its body. */
type Question = [path: string, body?: object]

interface Start {
  path: string
  /** Answers by address and body; the app takes them instead of asking, while they are new. */
  early: Record<string, Promise<Response> | undefined>
}

const newMs = 10_000

/** Renews the session and reads the rates; what the page asks waits for the renewal, as every call does. */
export async function callEarly(start: Start, query: URLSearchParams) {
  const token = recall<string>(keys.token)
  if (token === null) return
  setTimeout(() => {
    start.early = {}
  }, newMs)
  const renewal = ask(start, token, ['customer/customerUser/updateToken'])
  ask(start, token, ['common/exchangeRate'])
  try {
    const { code, data } = await (await renewal).clone().json()
    if (code !== 1) return
    // The first use of the new one ends the old one: it must be kept by then.
    remember(keys.token, data.token)
    for (const question of firstQuestions(start.path, query)) ask(start, data.token, question)
  } catch {
    // The app meets the same silence.
  }
}

function ask({ early }: Start, token: string, [path, body = {}]: Question): Promise<Response> {
  const url = `/api/${path}`
  const text = JSON.stringify(body)
  const headers = { 'X-Access-Token': token, 'content-type': 'application/json' }
  // Read at once: what nobody comes for must not hold a connection.
  const answer = fetch(url, { method: 'POST', headers, body: text }).then(
    async answer => new Response(await answer.blob(), answer),
  )
  answer.catch(() => {})
  early[url + text] = answer
  return answer
}

/**
 * What a customer's page asks first, as it asks it (`early.test.tsx`): sent once the session is renewed, while
 * the app is still on its way. None for pages that hardly anybody begins with.
 */
export function firstQuestions(path: string, query: URLSearchParams): Question[] {
  const { coin, chain, ...rest } = Object.fromEntries(query)
  const now = new Date()
  switch (path.split('/')[2]) {
    case undefined:
      return [
        ['customer/cryptoCurrency/queryWallet'],
        ['customer/cryptoCurrency/masterBudgetBalance'],
        ['customer/card/20/1'],
        ['customer/userBill/5/1'],
      ]
    case 'card':
      return [['customer/card/50/1']]
    case 'bill':
      if (Object.keys(rest).length) return []
      return [
        ['customer/userBill/30/1', { startTime: new Date(now.getFullYear(), now.getMonth() - 3).toJSON() }],
      ]
    case 'transferIn':
      return chain ? [['customer/cryptoCurrency/queryTransferIn', { currency: coin, chain }]] : []
    default:
      return []
  }
}
