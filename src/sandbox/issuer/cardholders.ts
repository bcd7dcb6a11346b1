import { randomBytes } from 'node:crypto'
import { found, Refusal } from '../refusal.ts'
import { type Product, productOf } from './products.ts'
import { type HostedCardholder, newId, type Rows } from './rows.ts'

const sessionLifeMs = 30 * 60_000

interface SessionRequest {
  reference: string
  productId: string
  /** Where the browser goes afterwards. */
  returnUrl: string
}

interface Desk {
  rows: Rows
  /** The issuer's own address; known once it listens. */
  url: () => string
  /** Whose pages a browser may be sent back to. */
  origins: ReadonlySet<string>
}

/** Cardholders who give their data to the issuer itself. */
export function cardholderDesk(desk: Desk) {
  return {
    open: (request: SessionRequest) => open(desk, request),
    view: (id: string) => {
      const { state } = found(desk.rows.cardholders.get(id), 'cardholder')
      return { id, state }
    },
    byToken: (token: string) => desk.rows.cardholders.all().find(row => row.token === token),
    confirm: (row: HostedCardholder, name: { firstName: string; lastName: string }) =>
      answer(desk, { ...row, ...name, state: 'confirmed' }),
    refuse: (row: HostedCardholder) => answer(desk, { ...row, state: 'refused' }),
  }
}

export type CardholderDesk = ReturnType<typeof cardholderDesk>

function open({ rows, url, origins }: Desk, { reference, productId, returnUrl }: SessionRequest) {
  productOf(productId)
  if (!URL.canParse(returnUrl) || !origins.has(new URL(returnUrl).origin)) {
    throw new Refusal(422, 'return_url_unknown', 'We send nobody to that place.')
  }
  const id = newId('chd')
  const token = randomBytes(24).toString('base64url')
  const expiresAt = Date.now() + sessionLifeMs
  rows.cardholders.put(id, { id, reference, productId, returnUrl, state: 'pending', token, expiresAt })
  return { id, url: `${url()}/cardholder/${token}`, expiresAt: new Date(expiresAt).toISOString() }
}

/** The first answer stays; returns where the browser goes with it. */
function answer({ rows }: Desk, row: HostedCardholder): string {
  const now = found(rows.cardholders.get(row.id), 'cardholder')
  if (now.state === 'pending') rows.cardholders.put(row.id, row)
  return wayBack(now.state === 'pending' ? row : now)
}

/** The place to return to, with what came of it: in the route of the hash where there is one, else in the query. */
function wayBack({ returnUrl, reference, state }: HostedCardholder): string {
  const url = new URL(returnUrl)
  const told = new URLSearchParams({
    cardHolderId: reference,
    result: state === 'confirmed' ? 'success' : 'cancel',
  })
  if (url.hash === '') {
    for (const [name, value] of told) url.searchParams.set(name, value)
  } else {
    url.hash += `${url.hash.includes('?') ? '&' : '?'}${told}`
  }
  return url.href
}

/** The name that was given on the issuer's own page, if the product asks for one; refuses without it. */
export function confirmedCardholder(
  rows: Rows,
  { product, cardholderId }: { product: Product; cardholderId: string | undefined },
): { firstName?: string; lastName?: string } {
  const row = cardholderId === undefined ? undefined : rows.cardholders.get(cardholderId)
  if (row?.state === 'confirmed' && row.productId === product.id) {
    const { firstName = '', lastName = '' } = row
    return { firstName, lastName }
  }
  if (!product.asksCardholder && cardholderId === undefined) return {}
  throw new Refusal(422, 'cardholder_needed', 'The cardholder has not been confirmed on our page.')
}
