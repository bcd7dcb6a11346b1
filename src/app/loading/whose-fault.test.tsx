import { cleanup, screen, within } from '@testing-library/preact'
import { beforeEach, expect, test, vi } from 'vitest'
import { selectCountry } from '../../contract/address.ts'
import { queryWallet } from '../../contract/wallet.ts'
import { useMailingTerms } from '../pages/account/parts/addresses/mailing-terms.ts'
import { PlaceFields } from '../pages/account/parts/addresses/place-fields.tsx'
import MakeCard from '../pages/card/makeCard.tsx'
import KycPage from '../pages/identity/kyc.tsx'
import SelectCountry from '../pages/identity/selectCountry.tsx'
import MessagesPage from '../pages/messages/messages.tsx'
import { renderPage, signedInAs } from '../testing/testing.tsx'
import { Loaded } from './loaded.tsx'
import { useLoad } from './use-load.ts'

const ours = /服务繁忙或正在维护，暂时加载不出来/
const network = /请检查网络或稍后重试/

const failed = (status: number) => new Response(JSON.stringify({ status }), { status })

beforeEach(() => signedInAs())

function Two() {
  const wallet = useLoad(queryWallet, {})
  const countries = useLoad(selectCountry, {})
  return (
    <>
      <section aria-label="wallet">
        <Loaded of={wallet}>{() => null}</Loaded>
      </section>
      <section aria-label="countries">
        <Loaded of={countries}>{() => null}</Loaded>
      </section>
    </>
  )
}

test.each(['first', 'last'])(
  'of two that failed each says whose fault it was, the busy one %s',
  async order => {
    const waiting: (() => void)[] = []
    vi.stubGlobal('fetch', (url: string) => {
      const response = failed(/queryWallet/.test(url) ? 503 : 500)
      return new Promise(tell => waiting.push(() => tell(response)))
    })
    await renderPage('account', Two)
    const said = (name: string) => within(screen.getByRole('region', { name })).findByRole('alert')
    const [first, last] = order === 'first' ? waiting : waiting.toReversed()
    first?.()
    await screen.findByRole('alert')
    last?.()
    expect((await said('wallet')).textContent).toMatch(ours)
    expect((await said('countries')).textContent).toMatch(network)
  },
)

function Terms() {
  const form = {
    values: { country: 'DE', areaCode: '+49' },
    field: () => ({ error: null }),
    set: () => {},
  } as never
  const countries = useLoad(selectCountry, {})
  return <PlaceFields {...{ form, countries, ...useMailingTerms('DE') }} onCountry={() => {}} />
}

test.each([
  ['identity', KycPage, {}, /getKyc/],
  ['identity', SelectCountry, {}, /selectCountry/],
  ['messages', MessagesPage, { kind: 'system' }, /message\/20/],
  ['card', MakeCard, { id: '1' }, /getCardApplyRecord/],
  ['account', Terms, {}, /getMailingCost|address\/rules/],
] as const)('a page of %s (%o) says what its own call said', async (area, Page, query, path) => {
  for (const [own, words] of [
    [path, ours],
    [/nowhere/, network],
  ] as const) {
    vi.stubGlobal('fetch', async (url: string) => failed(own.test(url) ? 503 : 500))
    await renderPage(area, Page, { query })
    await screen.findByText(words)
    cleanup()
  }
})
