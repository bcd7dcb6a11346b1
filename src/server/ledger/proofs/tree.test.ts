import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Commitment, checkProof, type Proof, rootText, type Sum } from '../../../contract/proof-tree.ts'
import { newId } from '../../id.ts'
import { leavesOf, nobodysLeaf, saltOf, sha256 } from './leaves.ts'
import { besideOf, inOrder, packed, topOf, unpacked } from './tree.ts'

const of = { day: '2026-11-26', secret: randomBytes(32) }
const currency = 'USDT'
const seal = sha256('books')

/** A tree of these amounts, and the proof of each. */
async function treeOf(amounts: readonly bigint[]) {
  const owed = amounts.map(amountMinor => ({ ownerId: newId(), currency, amountMinor }) as const)
  const leaves = await inOrder(
    owed.flatMap(one => leavesOf(of, one)),
    number => nobodysLeaf(of, currency, number),
  )
  const top = topOf(leaves)
  const [day, height] = [of.day, Math.log2(leaves.length)]
  const root = sha256(rootText({ day, currency, seal, height }, top))
  const published: Commitment = { day, currency, seal, height, root, totalMinor: top.minor }
  const proofs = owed.map(({ ownerId, ...one }): Proof => {
    const parts = leavesOf(of, { ownerId, ...one }).map(({ hash, minor }) => {
      const place = leaves.findIndex(leaf => leaf.hash === hash)
      return { amountMinor: `${minor}`, place, beside: besideOf(leaves, place).map(toldOf) }
    })
    return {
      day,
      currency,
      userId: ownerId,
      salt: saltOf(of, ownerId),
      amountMinor: `${one.amountMinor}`,
      parts,
    }
  })
  return { leaves, published, proofs }
}

const toldOf = ({ hash, minor }: Sum) => ({ hash, sumMinor: `${minor}` })
const verdictOn = async (proof: Proof | undefined, published: Commitment) =>
  (await checkProof(proof as Proof, published, sha256)).verdict

const amount = fc.oneof(fc.bigInt(1n, 3n), fc.bigInt(1n, 10n ** 15n))

describe('a tree of sums', () => {
  test('has everybody in it, whatever they are owed, and adds up', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(amount, { maxLength: 12 }), async amounts => {
        const { leaves, published, proofs } = await treeOf(amounts)
        expect(published.totalMinor).toBe(amounts.reduce((sum, minor) => sum + minor, 0n))
        for (const proof of proofs) expect(await verdictOn(proof, published)).toBe('counted')
        expect(unpacked(packed(leaves))).toEqual(leaves)
        expect(leaves.map(({ hash }) => hash)).toEqual(leaves.map(({ hash }) => hash).toSorted())
      }),
      { numRuns: 60 },
    )
  })

  test('of nobody is one leaf of nothing', async () => {
    const { leaves, published } = await treeOf([])
    expect(leaves.map(({ minor }) => minor)).toEqual([0n])
    expect(published).toMatchObject({ height: 0, totalMinor: 0n })
  })

  test('of the smallest amount is one leaf, which is not cut', async () => {
    const { published, proofs } = await treeOf([1n])
    expect(published.height).toBe(0)
    expect(proofs[0]?.parts).toMatchObject([{ amountMinor: '1', place: 0, beside: [] }])
    expect(await verdictOn(proofs[0], published)).toBe('counted')
  })

  test('has two leaves of somebody, so that neither is what they are owed', async () => {
    const { proofs } = await treeOf([1_000_000n, 2n, 70n])
    expect(proofs.map(({ parts }) => parts.length)).toEqual([2, 2, 2])
    for (const { parts, amountMinor } of proofs)
      for (const part of parts) expect(part.amountMinor).not.toBe(amountMinor)
  })

  test('shows two who are owed the same two different leaves, and each their own alone', async () => {
    const { leaves, published, proofs } = await treeOf([1n, 1n])
    expect(new Set(leaves.map(({ hash }) => hash)).size).toBe(2)
    const [one, other] = proofs as [Proof, Proof]
    expect(await verdictOn({ ...other, parts: one.parts }, published)).toBe('other_root')
  })

  test('is another one of the next day, with everybody in another place', async () => {
    const owed = { ownerId: newId(), currency, amountMinor: 500n } as const
    const next = { day: '2026-11-27', secret: randomBytes(32) }
    expect(saltOf(next, owed.ownerId)).not.toBe(saltOf(of, owed.ownerId))
    expect(leavesOf(next, owed)).not.toEqual(leavesOf(of, owed))
    expect(leavesOf(of, owed)).toEqual(leavesOf(of, owed))
  })
})

describe('a proof is refused', () => {
  const amounts = [10n, 20n, 30n, 40n, 50n]
  type Part = Proof['parts'][number]
  const withPart = (proof: Proof, change: (part: Part) => Partial<Part>): Proof => ({
    ...proof,
    parts: proof.parts.map((part, index) => (index === 0 ? { ...part, ...change(part) } : part)),
  })
  const besides = (part: Part, change: (beside: Part['beside'][number]) => object) => ({
    beside: part.beside.map((one, level) => (level === 1 ? { ...one, ...change(one) } : one)),
  })

  const changes: [string, (proof: Proof) => Proof, string][] = [
    ['with more than there was', proof => ({ ...proof, amountMinor: '11' }), 'other_amount'],
    ['with nothing in it', proof => ({ ...proof, parts: [] }), 'other_amount'],
    ['with half of it', proof => ({ ...proof, parts: proof.parts.slice(0, 1) }), 'other_amount'],
    [
      'with one leaf twice',
      proof => ({ ...proof, amountMinor: '0', parts: proof.parts.map(() => proof.parts[0] as Part) }),
      'malformed',
    ],
    [
      'with a sum beside it that is larger',
      proof =>
        withPart(proof, part =>
          besides(part, one => ({ sumMinor: `${BigInt((one as Part['beside'][number]).sumMinor) + 1n}` })),
        ),
      'other_amount',
    ],
    [
      'with a sum below zero',
      proof => withPart(proof, part => besides(part, () => ({ sumMinor: '-5' }))),
      'malformed',
    ],
    [
      'with a sum that is none',
      proof => withPart(proof, part => besides(part, () => ({ sumMinor: '07' }))),
      'malformed',
    ],
    [
      'with another hash',
      proof => withPart(proof, part => besides(part, () => ({ hash: seal }))),
      'other_amount',
    ],
    [
      'with left and right changed',
      proof => withPart(proof, ({ place }) => ({ place: place ^ 1 })),
      'other_amount',
    ],
    ['with a place that is none', proof => withPart(proof, () => ({ place: 1.5 })), 'malformed'],
    ['with a place outside', proof => withPart(proof, () => ({ place: 16 })), 'malformed'],
    [
      'with a shorter way up',
      proof => withPart(proof, ({ beside }) => ({ beside: beside.slice(1) })),
      'malformed',
    ],
    ['of somebody else', proof => ({ ...proof, userId: newId() }), 'other_amount'],
    ['of a name of two lines', proof => ({ ...proof, userId: `${proof.userId}\n1` }), 'malformed'],
    ['with another salt', proof => ({ ...proof, salt: seal }), 'other_amount'],
    ['of another day', proof => ({ ...proof, day: '2026-11-25' }), 'malformed'],
    ['of another coin', proof => ({ ...proof, currency: 'USDC' }), 'malformed'],
  ]
  test.each(changes)('%s', async (_what, change, verdict) => {
    const { published, proofs } = await treeOf(amounts)
    expect(await verdictOn(change(proofs[0] as Proof), published)).toBe(verdict)
  })

  test('for another root, total, seal or height than it leads to', async () => {
    const { published, proofs } = await treeOf(amounts)
    const [proof] = proofs
    expect(await verdictOn(proof, { ...published, root: seal })).toBe('other_root')
    expect(await verdictOn(proof, { ...published, totalMinor: 151n })).toBe('other_root')
    expect(await verdictOn(proof, { ...published, seal: sha256('other books') })).toBe('other_root')
    expect(await verdictOn(proof, { ...published, height: 5 })).toBe('malformed')
    expect(await verdictOn(proof, { ...published, height: -1 })).toBe('malformed')
  })

  test('that passes a node off as its leaf', async () => {
    const { leaves, published, proofs } = await treeOf([4n, 4n])
    const node = topOf(leaves.slice(0, 2))
    const part = { amountMinor: `${node.minor}`, place: 0, beside: [toldOf(topOf(leaves.slice(2)))] }
    const forged = { ...(proofs[0] as Proof), amountMinor: `${node.minor}`, parts: [part] }
    expect(await verdictOn(forged, published)).toBe('malformed')
    expect(await verdictOn(forged, { ...published, height: 1 })).toBe('other_root')
  })

  test('of a sum that was made less than what is below it', async () => {
    const { leaves, published, proofs } = await treeOf(amounts)
    const [proof] = proofs as [Proof]
    // The house tells less: a total of nothing above the very same leaves.
    const top = { ...topOf(leaves), minor: 0n }
    const root = sha256(rootText(published, top))
    expect(await verdictOn(proof, { ...published, root, totalMinor: 0n })).toBe('other_root')
  })
})
