import { css } from 'goober'
import { useState } from 'react'
import { later } from '../../../../chunks/later.tsx'
import { t } from '../../../../state/locale.ts'
import { Button } from '../../../../ui/button.tsx'
import { paper } from '../../../../ui/paper.ts'
import { Sheet } from '../../../../ui/sheet.tsx'
import { marksOf } from './address-marks.ts'
import { OutAddress } from './out-address.tsx'
import type { Checked } from './use-address-check.ts'

const SaveAddress = later(() => import('./out-save.tsx').then(part => part.SaveAddress))

/** Whether nothing can be done with it but to mend it. */
export function isHopeless({ problem, saved }: Checked): boolean {
  return problem !== null && problem !== 'look_alike' && problem !== 'unsaved' && !saved
}

interface OutFoundProps {
  found: Checked
  chain: string
  onChoose: (to: { address: string }) => void
  onSaved: () => void
}

/** An address that can be gone on with: at once when it is saved, else it is saved first. */
export function OutFound({ found, chain, onChoose, onSaved }: OutFoundProps) {
  const [isMeant, mean] = useState(false)
  const [isSaving, save] = useState(false)
  const { address, resembles, saved } = found
  if (saved) {
    return (
      <section class={`${paper} ${box}`}>
        <p class="cap" role="status">
          {t('wallet.out.known', { label: saved.label })}
        </p>
        <OutAddress address={address} />
        <Button onPress={() => onChoose(saved)}>{t('wallet.out.next')}</Button>
      </section>
    )
  }
  if (resembles && !isMeant) {
    return (
      <LookAlike address={address} resembles={resembles} onMeant={() => mean(true)} onChoose={onChoose} />
    )
  }
  return (
    <section class={`${paper} ${box}`}>
      <p class="cap" role="status">
        {t('wallet.out.compare')}
      </p>
      <OutAddress address={address} />
      <p class="cap">{t('wallet.out.unsaved')}</p>
      <Button onPress={() => save(true)}>{t('wallet.out.save')}</Button>
      <Sheet isOpen={isSaving} title={t('wallet.out.save')} onClose={() => save(false)}>
        <SaveAddress chain={chain} address={address} isMeant={isMeant} onSaved={onSaved} />
      </Sheet>
    </section>
  )
}

interface LookAlikeProps {
  address: string
  resembles: { address: string; label: string }
  onMeant: () => void
  onChoose: (to: { address: string }) => void
}

/** Both addresses one above the other, with what differs. Going on takes a word of its own. */
function LookAlike({ address, resembles, onMeant, onChoose }: LookAlikeProps) {
  const count = marksOf(address, resembles.address).filter(Boolean).length
  return (
    <section class={`${paper} ${box}`} data-risky role="alert">
      <h2>{t('wallet.out.alike.title', { label: resembles.label })}</h2>
      <p>{t('wallet.out.alike.text', { count })}</p>
      <div>
        <p class="cap">{t('wallet.out.alike.new')}</p>
        <OutAddress address={address} unlike={resembles.address} />
      </div>
      <div>
        <p class="cap">{t('wallet.out.alike.known', { label: resembles.label })}</p>
        <OutAddress address={resembles.address} unlike={address} />
      </div>
      <Button onPress={() => onChoose(resembles)}>
        {t('wallet.out.alike.use', { label: resembles.label })}
      </Button>
      <Button kind="danger" onPress={onMeant}>
        {t('wallet.out.alike.meant')}
      </Button>
    </section>
  )
}

const box = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 10px;
  padding: 14px 16px;
  &[data-risky] {
    box-shadow: 0 0 0 2px var(--neg);
  }
`
