import { css } from 'goober'
import { useState } from 'react'
import { t } from '../../../../state/locale.ts'
import { feel } from '../../../../telegram/telegram.ts'
import { Notice } from '../../../../ui/notice.tsx'
import { OutAddress } from '../out/out-address.tsx'
import { type Comparison, compareAddress } from './address-compare.ts'
import { PasteField } from './paste-field.tsx'

interface PastedAddressProps {
  /** Ours, on this network. */
  address: string
  /** Those that it took the place of. */
  former: readonly string[]
  chain: string
}

/** Tells whether what stands at the sender is still our address: what lies on the clipboard can be swapped. Asks nobody. */
export function PastedAddress(ours: PastedAddressProps) {
  const { address, chain } = ours
  const [pasted, keep] = useState('')
  const [wasLeft, leave] = useState(false)
  const found = compareAddress(pasted, ours)
  const isWhole = pasted.length >= address.length || (wasLeft && pasted !== '')

  function write(text: string) {
    leave(false)
    keep(text)
  }

  return (
    <>
      <p class="cap">{t('wallet.in.checkText')}</p>
      <PasteField
        label={t('wallet.out.to', { chain })}
        value={pasted}
        onInput={write}
        onPaste={text => feel(compareAddress(text, ours).kind === 'same' ? 'success' : 'error')}
        onBlur={() => leave(true)}
        error={isWhole && found.kind === 'unclear' ? t('wallet.out.problem.format', { chain }) : null}
      />
      <Verdict key={found.kind} found={found} {...ours} />
    </>
  )
}

function Verdict({ found, address, chain }: PastedAddressProps & { found: Comparison }) {
  switch (found.kind) {
    case 'same':
      return <Notice tone="pos" text={t('wallet.in.checkSame', { chain })} />
    case 'former':
      return <Notice tone="warn" text={t('wallet.in.checkFormer')} />
    case 'network': {
      const { network } = found
      return (
        <Notice
          text={
            network
              ? t('wallet.in.checkNetwork', { network, chain })
              : t('wallet.in.checkElsewhere', { chain })
          }
        />
      )
    }
    case 'other':
      return (
        <>
          <Notice text={t(found.isAlike ? 'wallet.in.checkAlike' : 'wallet.in.checkOther')} />
          <div class={pair}>
            <p class="cap">{t('wallet.out.alike.new')}</p>
            <OutAddress address={found.address} unlike={address} />
            <p class="cap">{t('wallet.in.address')}</p>
            <OutAddress address={address} unlike={found.address} />
          </div>
        </>
      )
    case 'unclear':
      return null
  }
}

const pair = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 4px;
  padding: 14px 16px;
  border-radius: 18px;
  background: var(--surface);
  box-shadow: 0 0 0 2px var(--neg);
`
