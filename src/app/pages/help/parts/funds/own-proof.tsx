import { useState } from 'react'
import type { Output } from '../../../../../contract/call.ts'
import { type Currency, format } from '../../../../../contract/money.ts'
import { get } from '../../../../../contract/proof.ts'
import { type Commitment, checkProof, type Verdict } from '../../../../../contract/proof-tree.ts'
import { Loaded } from '../../../../loading/loaded.tsx'
import { useLoad } from '../../../../loading/use-load.ts'
import { link } from '../../../../routing/hash-location.tsx'
import { t } from '../../../../state/locale.ts'
import { feel } from '../../../../telegram/telegram.ts'
import { Button } from '../../../../ui/button.tsx'
import { CopyButton } from '../../../../ui/copy-button.tsx'
import { Money } from '../../../../ui/money.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import { Summary } from '../../../../ui/summary.tsx'
import { Hash } from './hash.tsx'
import { sha256 } from './sha256.ts'

interface OwnProofProps {
  userId: string
  published: Commitment & { currency: Currency }
}

/** The reader's balance of that day, and checking on this device that it leads to what was published. */
export function OwnProof({ userId, published }: OwnProofProps) {
  const { day, currency } = published
  const given = useLoad(get, { day, currency })
  return (
    <Loaded of={given}>
      {({ isCounted, proof }) => (
        <>
          <Summary
            label={t('funds.mine')}
            items={[
              {
                label: t('funds.mine'),
                value: (
                  <Money exact amount={format(BigInt(proof.amountMinor), currency)} currency={currency} />
                ),
                note: t(currency === 'USD' ? 'funds.mine.cards' : 'funds.mine.wallet'),
              },
            ]}
          />
          {!isCounted ? (
            <Wrong text={t('funds.missing')} />
          ) : proof.amountMinor === '0' ? (
            <p>{t('funds.nothing')}</p>
          ) : (
            <Check proof={{ ...proof, userId }} published={published} />
          )}
        </>
      )}
    </Loaded>
  )
}

type Proof = Output<typeof get>['proof']

function Check({ proof, published }: { proof: Proof; published: Commitment }) {
  const [result, tell] = useState<Verdict | 'unable' | null>(null)
  const [isBusy, setBusy] = useState(false)

  async function check() {
    setBusy(true)
    const verdict = await checkProof(proof, published, sha256).catch(() => 'unable' as const)
    setBusy(false)
    feel(verdict !== 'unable' && verdict.verdict === 'counted' ? 'success' : 'error')
    tell(verdict)
  }

  const { seal, height, root, totalMinor } = published
  const copied = { ...proof, published: { seal, height, root, totalMinor: `${totalMinor}` } }
  return (
    <>
      {result === 'unable' && <Notice tone="warn" text={t('funds.unable')} />}
      {result !== null && result !== 'unable' && <Result verdict={result} root={root} />}
      {result === null && (
        <Button isBusy={isBusy} onPress={check}>
          {t('funds.check')}
        </Button>
      )}
      <CopyButton text={JSON.stringify(copied, null, 2)} label={t('funds.proof')}>
        {t('funds.copy')}
      </CopyButton>
      <p class="cap">{t('funds.private')}</p>
    </>
  )
}

function Result({ verdict: { verdict, root: reckoned }, root }: { verdict: Verdict; root: string }) {
  return (
    <>
      {verdict === 'counted' ? (
        <Notice tone="pos" text={t('funds.counted')} />
      ) : (
        <Wrong text={t('funds.other')} />
      )}
      <Summary
        items={[
          {
            label: t('funds.reckoned'),
            value: reckoned ? <Hash text={reckoned} of={t('funds.reckoned')} /> : '—',
          },
          { label: t('funds.root'), value: <Hash text={root} of={t('funds.root')} /> },
        ]}
      />
    </>
  )
}

function Wrong({ text }: { text: string }) {
  return <Notice text={text} action={<a href={link('service')}>{t('funds.contact')}</a>} />
}
