import type * as z from 'zod/mini'
import type { addressProblem } from '../../../../../contract/address-book.ts'
import { t } from '../../../../state/locale.ts'

type Problem = z.output<typeof addressProblem>

const problems: readonly Problem[] = [
  'format',
  'checksum',
  'other_network',
  'ours',
  'nobody',
  'look_alike',
  'unsaved',
]

/** What is wrong with an address and what to do; null for a reason we do not know. */
export function addressText(why: string | null | undefined, chain: string, looksLike?: string | null) {
  const problem = problems.find(each => each === why)
  if (!problem) return null
  if (problem === 'other_network' && looksLike) return t('wallet.out.problem.other', { looksLike, chain })
  return t(`wallet.out.problem.${problem}`, { chain })
}
