import { createServer, type RequestListener } from 'node:http'
import { getAddress, parseUnits } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { evmTreasury } from '../../src/server/chain/treasuries/evm.ts'
import type { Payment, Prices, SignedPayment, Treasury } from '../../src/server/chain/treasury.ts'
import { startTestChain, type TestChain } from './anvil.ts'

const key = '22'.repeat(32)
const own = privateKeyToAccount(`0x${key}`).address
const receiver = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const gwei = 1_000_000_000n
const cheap: Prices = { maxFeePerGas: 60n * gwei, maxPriorityFeePerGas: 2n * gwei }
const dear: Prices = { maxFeePerGas: 90n * gwei, maxPriorityFeePerGas: 3n * gwei }
const ether = (amountMinor: bigint): Payment => ({ to: receiver, currency: 'ETH', amountMinor })
const usdt = (amountMinor: bigint): Payment => ({ to: receiver, currency: 'USDT', amountMinor })

describe('the hot wallet on an evm chain', () => {
  let tested: TestChain
  let treasury: Treasury
  beforeAll(async () => {
    tested = await startTestChain()
    treasury = evmTreasury({ ...tested.settings, key })
    await tested.pay({ address: own, currency: 'ETH', amount: '1' })
    await tested.pay({ address: own, currency: 'USDT', amount: '100' })
    await tested.mine()
  })
  afterAll(() => tested.close())

  const next = () => treasury.minedCount()
  async function signed(
    payment: Payment,
    { nonce, prices = cheap }: { nonce?: number; prices?: Prices } = {},
  ) {
    return await treasury.sign(payment, { nonce: nonce ?? (await next()), prices })
  }
  async function sent(payment: Payment): Promise<SignedPayment> {
    const made = await signed(payment)
    expect(await treasury.broadcast(made.raw)).toBe('taken')
    return made
  }
  const receiverHolds = async () =>
    BigInt(await tested.rpc<string>('eth_getBalance', receiver, 'latest')) - parseUnits('10000', 18)

  test('knows itself', () => {
    expect(treasury).toMatchObject({ network: 'ERC20', address: own, confirmations: 3 })
    expect(treasury.coins).toEqual(['USDT', 'USDC', 'ETH'])
    expect(JSON.stringify(treasury)).not.toContain(key)
  })

  test.each([
    ['nothing', 0n],
    ['less than nothing', -1n],
  ])('does not sign a payment of %s', async (_what, amountMinor) => {
    await expect(signed(ether(amountMinor))).rejects.toThrow('positive')
    await expect(signed(usdt(amountMinor))).rejects.toThrow('positive')
  })

  test('does not sign for an address that is none, for a coin that is not here, or with prices that cannot be', async () => {
    await expect(signed({ ...ether(1n), to: '0x12' })).rejects.toThrow('invalid')
    await expect(signed({ ...usdt(1n), to: receiver.replace('C5', 'c5') })).rejects.toThrow('invalid')
    await expect(signed({ ...ether(1n), currency: 'TRX' })).rejects.toThrow('no TRX')
    const upsideDown = { maxFeePerGas: gwei, maxPriorityFeePerGas: 2n * gwei }
    await expect(signed(ether(1n), { prices: upsideDown })).rejects.toThrow('maxPriorityFeePerGas')
    await expect(treasury.balanceOf('TRX')).rejects.toThrow('no TRX')
  })

  test('signs the same bytes for the same payment, nonce and prices, without asking anybody', async () => {
    const offline = evmTreasury({ ...tested.settings, key, url: 'http://127.0.0.1:1' })
    const terms = { nonce: 7, prices: cheap }
    const first = await treasury.sign(usdt(5n), terms)
    expect(await offline.sign(usdt(5n), terms)).toEqual(first)
    const others = [
      await treasury.sign(usdt(6n), terms),
      await treasury.sign(usdt(5n), { ...terms, nonce: 8 }),
      await treasury.sign(usdt(5n), { ...terms, prices: dear }),
    ]
    expect(new Set([first, ...others].map(({ txHash }) => txHash)).size).toBe(4)
  })

  test('refuses what the network refuses: too cheap, or more than the wallet has', async () => {
    const tooCheap = { maxFeePerGas: 1n, maxPriorityFeePerGas: 1n }
    const { raw } = await signed(ether(1n), { prices: tooCheap })
    expect(await treasury.broadcast(raw)).toBe('refused')
    expect(await treasury.broadcast((await signed(ether(200_000_000n))).raw)).toBe('refused')
    expect(await treasury.broadcast('0x1234')).toBe('unknown')
    expect(await tested.rpc('txpool_status')).toEqual({ pending: '0x0', queued: '0x0' })
  })

  test('broadcast twice is one payment, and its fate is told once it is in a block', async () => {
    const before = await receiverHolds()
    const { raw, txHash } = await sent(ether(50_000_000n))
    expect(await treasury.broadcast(raw)).toBe('taken')
    expect(await treasury.fateOf(txHash)).toBeNull()
    const balance = await treasury.feeBalance()
    await tested.mine()

    const fate = await treasury.fateOf(txHash)
    expect(fate).toMatchObject({ height: await treasury.head(), isSuccess: true })
    expect(fate?.blockHash).toBe(await tested.chain.hashAt(fate?.height ?? 0n))
    const paid = 50_000_000n * 10n ** 10n
    expect((await receiverHolds()) - before).toBe(paid)
    expect(balance - (await treasury.feeBalance())).toBe(paid + (fate?.feeRaw ?? 0n))
    expect(fate?.feeRaw).toBeLessThanOrEqual(treasury.costOf(ether(1n), cheap))

    expect(await treasury.broadcast(raw)).toBe('taken')
    await tested.mine()
    expect((await receiverHolds()) - before).toBe(paid)
  })

  test('pays a token to the last unit', async () => {
    const before = await tested.chain.head()
    const { txHash } = await sent(usdt(12_345_678n))
    await tested.mine()
    expect(await treasury.fateOf(txHash)).toMatchObject({ height: before + 1n, isSuccess: true })
    const block = await tested.chain.block(before + 1n, async asked => new Set(asked))
    expect(block?.transfers).toMatchObject([
      { txHash, to: receiver, currency: 'USDT', amountRaw: 12_345_678n },
    ])
    expect(await treasury.balanceOf('USDT')).toBe(87_654_322n)
  })

  test('tells that a payment of more tokens than there are has failed, which costs its fee only', async () => {
    const { txHash } = await sent(usdt(1_000_000_000n))
    await tested.mine()
    const fate = await treasury.fateOf(txHash)
    expect(fate?.isSuccess).toBe(false)
    expect(fate?.feeRaw).toBeGreaterThan(0n)
    expect(await treasury.balanceOf('USDT')).toBe(87_654_322n)
  })

  test('refuses a payment whose nonce another one has used', async () => {
    const nonce = await next()
    const used = await signed(ether(1n), { nonce })
    const late = await signed(ether(2n), { nonce })
    await treasury.broadcast(used.raw)
    await tested.mine()
    expect(await treasury.broadcast(late.raw)).toBe('refused')
    expect(await treasury.fateOf(late.txHash)).toBeNull()
    expect((await treasury.fateOf(used.txHash))?.isSuccess).toBe(true)
  })

  test('a payment takes the place of a waiting one at higher prices only', async () => {
    const nonce = await next()
    const [first, same, raised] = [
      await signed(ether(1n), { nonce }),
      await signed(ether(2n), { nonce }),
      await signed(ether(3n), { nonce, prices: dear }),
    ]
    const before = await receiverHolds()
    expect(await treasury.broadcast(first.raw)).toBe('taken')
    expect(await treasury.broadcast(same.raw)).toBe('refused')
    expect(await treasury.broadcast(raised.raw)).toBe('taken')
    await tested.mine()
    expect(await treasury.fateOf(first.txHash)).toBeNull()
    expect((await treasury.fateOf(raised.txHash))?.isSuccess).toBe(true)
    expect((await receiverHolds()) - before).toBe(3n * 10n ** 10n)
    expect(await next()).toBe(nonce + 1)
  })

  test('nothing sent to itself uses up a nonce', async () => {
    const nonce = await next()
    await sent({ to: own, currency: 'ETH', amountMinor: 0n })
    await tested.mine()
    expect(await next()).toBe(nonce + 1)
  })

  test('counts its transactions at a depth', async () => {
    await tested.mine(3)
    const count = await next()
    expect(await treasury.minedCount(3)).toBe(count)
    await sent(ether(1n))
    expect(await next()).toBe(count)
    await tested.mine()
    expect([await next(), await treasury.minedCount(1), await treasury.minedCount(2)]).toEqual([
      count + 1,
      count + 1,
      count,
    ])
    await tested.mine()
    expect([await treasury.minedCount(2), await treasury.minedCount(3)]).toEqual([count + 1, count])
    expect(await treasury.minedCount(10_000)).toBe(0)
  })

  test('a payment that a reorganisation lost is in no block again', async () => {
    const { txHash, raw } = await sent(ether(1n))
    await tested.mine()
    const count = await next()
    await tested.reorg(1, 'drop')
    expect(await treasury.fateOf(txHash)).toBeNull()
    expect(await next()).toBe(count - 1)
    expect(await treasury.broadcast(raw)).toBe('taken')
    await tested.mine()
    expect(await treasury.fateOf(txHash)).not.toBeNull()
  })

  test('shows what has used a nonce, and in which block, however long ago', async () => {
    const nonce = BigInt(await next())
    expect(await treasury.useOf(nonce)).toBeNull()
    const first = await sent(ether(1n))
    expect(await treasury.useOf(nonce)).toBeNull()
    await tested.mine()
    const found = { txHash: first.txHash, height: await treasury.head() }
    expect(await treasury.useOf(nonce)).toMatchObject(found)
    const second = await sent(ether(2n))
    await tested.mine(21)
    const use = await treasury.useOf(nonce)
    expect(use).toMatchObject(found)
    expect(use?.blockHash).toBe(await tested.chain.hashAt(found.height))
    expect(await treasury.useOf(nonce + 1n)).toMatchObject({
      txHash: second.txHash,
      height: found.height + 1n,
    })
    expect((await treasury.useOf(0n))?.height).toBeLessThan(found.height)
  })

  test('rounds what it holds down to the digits of the books', async () => {
    const minor = 10n ** 10n
    await tested.rpc('anvil_setBalance', own, `0x${(7n * minor + minor - 1n).toString(16)}`)
    expect(await treasury.balanceOf('ETH')).toBe(7n)
    expect(await treasury.feeBalance()).toBe(8n * minor - 1n)
    expect(await treasury.balanceOf('USDC')).toBe(0n)
    await tested.rpc('anvil_setBalance', own, '0xde0b6b3a7640000')
  })

  test('pays at the prices it is told', async () => {
    const prices = await treasury.prices()
    expect(prices.maxFeePerGas).toBeGreaterThan(prices.maxPriorityFeePerGas)
    const { raw, txHash } = await signed(usdt(1n), { prices })
    expect(await treasury.broadcast(raw)).toBe('taken')
    await tested.mine()
    const fate = await treasury.fateOf(txHash)
    expect(fate?.isSuccess).toBe(true)
    expect(fate?.feeRaw).toBeLessThanOrEqual(treasury.costOf(usdt(1n), prices))
    expect(treasury.costOf(usdt(1n), prices)).toBe(100_000n * prices.maxFeePerGas)
  })
})

describe('reading an address of an evm chain', () => {
  const token = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
  const settings = { url: 'http://127.0.0.1:1', chainId: 1, confirmations: 12, blockSeconds: 12, key }
  const treasury = evmTreasury({ ...settings, tokens: { USDT: { address: token, decimals: 6 } } })
  const read = (address: string) => treasury.read(address)

  test.each([
    ['with its checksum', receiver],
    ['all in lower case', receiver.toLowerCase()],
    ['all in upper case', `0x${receiver.slice(2).toUpperCase()}`],
    ['all in upper case, as dense QR codes have it', receiver.toUpperCase()],
  ])('takes one %s, and gives it back with its checksum', (_what, typed) => {
    expect(read(typed)).toEqual({ problem: null, address: receiver })
  })

  test.each([
    '',
    'hello',
    '0x',
    receiver.slice(0, -1),
    `${receiver}0`,
    receiver.slice(2),
    ` ${receiver}`,
    `${receiver}\n`,
    receiver.replace('C', 'G'),
    receiver.replace('C', 'С'),
    'vitalik.eth',
    `ethereum:${receiver}`,
    `0x${'a'.repeat(64)}`,
  ])('takes %j for no address of any kind', typed => {
    expect(read(typed)).toEqual({ problem: 'format', address: typed, looksLike: null })
  })

  test('finds one letter in the wrong case', () => {
    for (const typed of [receiver.replace('C5', 'c5'), receiver.replace('dc79', 'Dc79')]) {
      expect(read(typed)).toEqual({ problem: 'checksum', address: typed, looksLike: null })
    }
  })

  test.each([
    ['TRC20', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
    ['TRC20', '41a614f803b6fd780986a42c78ec9c7f77e6ded13c'],
    ['BTC', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
    ['BTC', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy'],
    ['BTC', 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'],
    ['BTC', 'BC1QAR0SRRR7XFKVY5L643LYDNW9RE59GTZZWF5MDQ'],
    ['BTC', 'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr'],
    ['LTC', 'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9'],
    ['BCH', 'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a'],
    ['DOGE', 'DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L'],
    ['XRP', 'rDsbeomae4FXwgQTJp9Rs64Qg9vDiTCdBv'],
    ['TON', 'EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs'],
    ['XLM', 'GDRXE2BQUC3AZNPVFSCEZ76NJ3WWL25FYFK6RGZGIEKWE4SOOHSUJUJ6'],
    ['ADA', 'addr1vpu5vlrf4xkxv2qpwngf6cjhtw542ayty80v8dyr49rf5eg0yu80w'],
    ['SOL', '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV'],
  ])('knows one of %s when it sees it', (looksLike, address) => {
    expect(read(address)).toEqual({ problem: 'other_network', address, looksLike })
  })

  test.each([
    ['the zero address', `0x${'0'.repeat(40)}`],
    ['where people burn', '0x000000000000000000000000000000000000dEaD'],
    ['where people burn too', '0xdead000000000000000042069420694206942069'],
    ['one digit', `0x${'e'.repeat(40)}`],
    ['a precompiled contract', `0x${'0'.repeat(39)}1`],
    ['a higher one', `0x${'0'.repeat(38)}0a`],
    ['the contract of a token of ours', token],
    ['the same in lower case', token.toLowerCase()],
  ])('knows that nobody is at %s', (_what, address) => {
    expect(read(address)).toEqual({ problem: 'nobody', address: getAddress(address), looksLike: null })
  })

  test('takes what stands beside those', () => {
    expect(read(`0x${'0'.repeat(35)}10000`).problem).toBeNull()
    expect(read(own)).toEqual({ problem: null, address: own })
  })
})

describe('the hot wallet before a node that does not do as it should', () => {
  const closing: (() => void)[] = []
  afterEach(() => {
    for (const close of closing.splice(0)) close()
  })

  /** A node that never answers: only there does a short wait show anything. */
  const silence: RequestListener = () => {}

  async function walletAt(answer: RequestListener): Promise<Treasury> {
    const server = createServer(answer)
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    closing.push(() => {
      server.closeAllConnections()
      server.close()
    })
    const { port } = server.address() as { port: number }
    const url = `http://127.0.0.1:${port}/v3/secret-key`
    const timeoutMs = answer === silence ? 200 : 10_000
    const network = { chainId: 31337, confirmations: 3, blockSeconds: 1, timeoutMs }
    const tokens = { USDT: { address: `0x${'5'.repeat(40)}`, decimals: 6 } }
    return evmTreasury({ ...network, url, tokens, key })
  }

  type Reply = { result: unknown } | { error: { code: number; message: string } }
  function answering(replies: Record<string, Reply>, asked: string[] = []): RequestListener {
    return async (request, response) => {
      const parts: Buffer[] = []
      for await (const part of request) parts.push(part as Buffer)
      const { id, method } = JSON.parse(Buffer.concat(parts).toString()) as { id: number; method: string }
      asked.push(method)
      const reply = { eth_chainId: { result: '0x7a69' }, ...replies }[method] ?? { result: null }
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ jsonrpc: '2.0', id, ...reply }))
    }
  }
  const refusing = (message: string, code = -32000) => ({
    eth_sendRawTransaction: { error: { code, message } },
  })
  const signedBy = (wallet: Treasury) => wallet.sign(ether(5n), { nonce: 0, prices: cheap })
  const broadcastTo = async (answer: RequestListener) => {
    const wallet = await walletAt(answer)
    return await wallet.broadcast((await signedBy(wallet)).raw)
  }

  test.each([
    ['is silent', silence],
    ['is broken', (_request, response) => void response.writeHead(502).end('<html>')],
    ['breaks the connection', request => void request.socket.destroy()],
    ['sends us elsewhere', (_request, response) => void response.writeHead(302, { location: '/' }).end()],
    ['serves another chain', answering({ eth_chainId: { result: '0x1' } })],
    ['knows another hash', answering({ eth_sendRawTransaction: { result: `0x${'a'.repeat(64)}` } })],
    ['says nothing', answering({})],
    ['is overloaded', answering(refusing('limit exceeded', -32005))],
    ['has words we do not know', answering(refusing('the moon is full'))],
  ] satisfies [string, RequestListener][])(
    'knows nothing of a broadcast to a node that %s',
    async (_what, answer) => {
      expect(await broadcastTo(answer)).toBe('unknown')
    },
  )

  test('asks for a broadcast once, whatever becomes of it', async () => {
    const asked: string[] = []
    expect(await broadcastTo(answering(refusing('internal', -32603), asked))).toBe('unknown')
    expect(asked.filter(method => method === 'eth_sendRawTransaction')).toHaveLength(1)
  })

  test.each(['already known', 'AlreadyKnown', 'transaction already imported', 'known transaction: 0x1'])(
    'takes "%s" for taken',
    async message => expect(await broadcastTo(answering(refusing(message)))).toBe('taken'),
  )

  test.each([
    'replacement transaction underpriced',
    'nonce too low: next nonce 5, tx nonce 0',
    'OldNonce, Current nonce: 5, nonce of rejected tx: 0',
    'insufficient funds for gas * price + value',
    'InsufficientFunds, Account balance: 0',
    'max fee per gas less than block base fee',
  ])('takes "%s" for refused when the node does not know the payment', async message => {
    expect(await broadcastTo(answering(refusing(message)))).toBe('refused')
  })

  test('takes "nonce too low" for taken when the payment itself is what the node knows', async () => {
    const known = { eth_getTransactionByHash: { result: { hash: `0x${'a'.repeat(64)}` } } }
    expect(await broadcastTo(answering({ ...refusing('nonce too low'), ...known }))).toBe('taken')
  })

  test('knows nothing when the node refuses and then does not say whether it knows the payment', async () => {
    const unsure = { eth_getTransactionByHash: { error: { code: -32000, message: 'not now' } } }
    expect(await broadcastTo(answering({ ...refusing('nonce too low'), ...unsure }))).toBe('unknown')
  })

  test('rejects every question that is not answered, and does not tell where it asked', async () => {
    const wallet = await walletAt(silence)
    const questions = [
      wallet.head(),
      wallet.balanceOf('USDT'),
      wallet.balanceOf('ETH'),
      wallet.feeBalance(),
      wallet.minedCount(),
      wallet.minedCount(3),
      wallet.prices(),
      wallet.fateOf(`0x${'a'.repeat(64)}`),
      wallet.useOf(0n),
    ]
    for (const settled of await Promise.allSettled(questions)) {
      expect(settled.status).toBe('rejected')
      expect(String((settled as PromiseRejectedResult).reason)).not.toContain('secret-key')
    }
  })

  const block = { number: '0x5', hash: `0x${'a'.repeat(64)}`, parentHash: `0x${'b'.repeat(64)}` }
  const paid = {
    transactionHash: `0x${'c'.repeat(64)}`,
    blockHash: block.hash,
    blockNumber: '0x5',
    status: '0x1',
    to: `0x${'5'.repeat(40)}`,
    logs: [],
    gasUsed: '0x5208',
    effectiveGasPrice: '0x2',
  }
  const fateAt = async (receipt: unknown, found: unknown = block) => {
    const replies = {
      eth_getTransactionReceipt: { result: receipt },
      eth_getBlockByNumber: { result: found },
    }
    return await (await walletAt(answering(replies))).fateOf(paid.transactionHash)
  }

  test('does not believe a receipt whose block is not in the chain, or one of another payment', async () => {
    await expect(fateAt(paid, { ...block, hash: `0x${'d'.repeat(64)}` })).rejects.toThrow('two minds')
    await expect(fateAt(paid, null)).rejects.toThrow('two minds')
    await expect(fateAt({ ...paid, transactionHash: `0x${'d'.repeat(64)}` })).rejects.toThrow('two minds')
    await expect(fateAt({ ...paid, gasUsed: 21_000 })).rejects.toThrow('nonsense')
  })

  test('a token that answered no without failing has not paid', async () => {
    const topic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
    const word = (address: string) => `0x${address.slice(2).toLowerCase().padStart(64, '0')}`
    const event = { address: paid.to, data: '0x05', transactionHash: paid.transactionHash }
    const transfer = (from: string) => ({ ...event, topics: [topic, word(from), word(receiver)] })
    expect(await fateAt(paid)).toMatchObject({ isSuccess: false })
    expect(await fateAt({ ...paid, logs: [transfer(receiver)] })).toMatchObject({ isSuccess: false })
    expect(await fateAt({ ...paid, logs: [transfer(own)] })).toMatchObject({
      isSuccess: true,
      feeRaw: 42_000n,
    })
    expect(await fateAt({ ...paid, to: receiver.toLowerCase() })).toMatchObject({ isSuccess: true })
  })

  test('does not pay what a mad node asks for gas', async () => {
    const base = { eth_getBlockByNumber: { result: { ...block, baseFeePerGas: '0x1' } } }
    const mad = await walletAt(answering({ ...base, eth_maxPriorityFeePerGas: { result: '0x1d1a94a2001' } }))
    await expect(mad.prices()).rejects.toThrow('wei for gas')
    const free = await walletAt(answering({ ...base, eth_maxPriorityFeePerGas: { result: '0x0' } }))
    expect(await free.prices()).toEqual({ maxFeePerGas: 100_000_002n, maxPriorityFeePerGas: 100_000_000n })
  })
})
