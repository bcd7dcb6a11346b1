import { fireEvent, screen, within } from '@testing-library/preact'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { depositTerms, otherAddress } from '../../../../testing/deposit-terms.ts'
import { done, renderPage, signedInAs, stubApi } from '../../../../testing/testing.tsx'
import TransferIn from '../../transferIn.tsx'

const { address } = depositTerms
const former = '0x27b1fdb04752bbc536007a920d24acb045561c26'
const alike = '0x5E47C8197cbf1a7437901d82c34797aCB0069FdD'

beforeEach(() => {
  signedInAs()
})

/** Opens the sheet of the deposit page. Answers every call that was sent, too. */
async function open(language?: 'en-US') {
  const sent = stubApi({
    '/api/customer/cryptoCurrency/queryTransferIn': done({ ...depositTerms, former: [former] }),
  })
  const query = { coin: 'USDT', chain: 'ERC20' }
  await renderPage('wallet', TransferIn, { query, ...(language && { language }) })
  fireEvent.click(await screen.findByText(language ? 'Check a pasted address' : '核对已粘贴的地址'))
  const sheet = within(await screen.findByRole('dialog', { hidden: true }))
  const field = await sheet.findByRole('textbox', { hidden: true })
  const type = (value: string) => fireEvent.input(field, { target: { value } })
  return { sent, sheet, field, type }
}

const clipboard = (readText?: () => Promise<string>) =>
  vi.stubGlobal('navigator', { ...navigator, clipboard: { readText } })

describe('what was pasted elsewhere and copied back', () => {
  test('is ours when it is the address of this page, and nobody is asked', async () => {
    const { sent, sheet, type } = await open()
    const before = sent.length
    type(` ${address.toLowerCase()} `)
    expect(sheet.getByRole('status', { hidden: true }).textContent).toMatch(/^一致.*网络请选 ERC20。$/)
    expect(sheet.queryByRole('alert', { hidden: true })).toBeNull()
    expect(sent).toHaveLength(before)
  })

  test('is told apart from an address that this one took the place of', async () => {
    const { sheet, type } = await open()
    type(former.toUpperCase().replace('0X', '0x'))
    expect(sheet.getByRole('status', { hidden: true }).textContent).toMatch(/以前的充值地址，已停用/)
    expect(sheet.queryByRole('alert', { hidden: true })).toBeNull()
    expect(screen.getByText(/^充值地址已更换/)).toBeTruthy()
  })

  test('is told apart from another address, with everything that differs marked in both', async () => {
    const { sheet, type } = await open()
    type(otherAddress)
    expect(sheet.getByRole('alert', { hidden: true }).textContent).toMatch(/请勿向它转账。请重新复制/)
    expect(sheet.getByText(otherAddress)).toBeTruthy()
    expect(sheet.getByText(address)).toBeTruthy()
    expect(document.querySelectorAll('dialog [data-mark="unlike"]').length).toBeGreaterThan(4)
  })

  test('that only looks like ours is said to be what malware does', async () => {
    const { sheet, type } = await open('en-US')
    type(alike)
    expect(sheet.getByRole('alert', { hidden: true }).textContent).toMatch(/Same ends, .* malware/)
    const marked = [...document.querySelectorAll('dialog [data-mark="unlike"]')]
    expect(marked.map(({ textContent }) => textContent)).toEqual(['00', '8E'])
  })

  test.each([
    ['TJRabPrwbZy45sbavfcjinPJC18kjpRTv8', /^这是 TRC20 网络的地址，不是本页的 ERC20 地址/],
    [`ethereum:${address}@56`, /^这是 BEP20 网络的地址/],
    [`ethereum:${address}@31337`, /^这是其他网络的地址，不是本页的 ERC20 地址/],
  ])('%s is said to be of another network', async (pasted, words) => {
    const { sheet, type } = await open()
    type(pasted)
    expect(sheet.getByRole('alert', { hidden: true }).textContent).toMatch(words)
  })

  test('is no address only once it is as long as one, or the field was left', async () => {
    const { sheet, field, type } = await open()
    fireEvent.focusOut(field)
    type(address.slice(0, 30))
    expect(sheet.queryByRole('alert', { hidden: true })).toBeNull()
    fireEvent.focusOut(field)
    expect(sheet.getByRole('alert', { hidden: true }).textContent).toBe('这不是 ERC20 地址，请检查是否完整')
    type(address.slice(0, 31))
    expect(sheet.queryByRole('alert', { hidden: true })).toBeNull()
    type(`${address}00`)
    expect(sheet.getByRole('alert', { hidden: true })).toBeTruthy()
  })
})

describe('pasting', () => {
  test('takes what lies on the clipboard and answers at once', async () => {
    clipboard(async () => `ethereum:${address}`)
    const { sheet } = await open()
    fireEvent.click(sheet.getByText('粘贴'))
    expect(await sheet.findByText(/^一致/)).toBeTruthy()
  })

  test.each([
    ['may not be read', async () => Promise.reject(new Error('denied'))],
    ['is empty', async () => ''],
    ['cannot be read here', undefined],
  ])(
    'from a clipboard that %s says how else, in the sheet, until something stands there',
    async (_, readText) => {
      clipboard(readText)
      const { sheet, type } = await open()
      fireEvent.click(sheet.getByText('粘贴'))
      expect(await sheet.findByText(/请长按输入框粘贴/)).toBeTruthy()
      type(address)
      expect(sheet.queryByText(/请长按输入框粘贴/)).toBeNull()
    },
  )
})
