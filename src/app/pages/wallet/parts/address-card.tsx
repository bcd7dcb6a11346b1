import { css } from 'goober'
import { useState } from 'react'
import { keepFile, shareText } from '../../../hand-over.ts'
import { t } from '../../../state/locale.ts'
import { feel } from '../../../telegram.ts'
import { Button } from '../../../ui/button.tsx'
import { CopyButton, copy } from '../../../ui/copy-button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { QrCode } from '../../../ui/qr-code.tsx'
import { Sheet } from '../../../ui/sheet.tsx'
import { toast } from '../../../ui/toast.tsx'
import { drawAddress } from './address-picture.ts'
import { AddressText } from './address-text.tsx'
import type { TransferIn } from './use-deposits.ts'

const qrSize = 184

export interface AddressCardProps {
  of: TransferIn
  coin: string
  chain: string
}

/** QR code and full address on one sheet of paper, with every way to take them along. */
export function AddressCard({ of: { address, qr, memo }, coin, chain }: AddressCardProps) {
  const [picture, show] = useState<string | null>(null)
  const [isCopied, setCopied] = useState(false)

  async function copyAddress() {
    if (!(await copy(address))) return toast(t('wallet.in.copyFailed'))
    feel('light')
    setCopied(true)
    setTimeout(() => setCopied(false), 1_200)
  }
  async function share() {
    const text = t('wallet.in.shareText', { coin, chain })
    if (!(await shareText({ text, address }))) await copyAddress()
  }
  async function save() {
    const title = t('wallet.in.title', { coin })
    const network = t('wallet.in.networkName', { chain })
    const warning = t('wallet.in.warning', { coin, chain })
    const drawn = await drawAddress({ title, network, address, qr, warning }).catch(() => null)
    if (!drawn) return toast(t('wallet.in.saveFailed'))
    const isKept = await keepFile(drawn, `glaze-${coin}-${chain}.png`).catch(() => false)
    if (!isKept) show(URL.createObjectURL(drawn))
  }
  function putAway() {
    if (picture) URL.revokeObjectURL(picture)
    show(null)
  }

  return (
    <section class={paper} aria-label={t('wallet.in.address')}>
      <QrCode text={qr} size={qrSize} label={t('wallet.in.qr', { coin, chain })} />
      <p class="cap">{t('wallet.in.yours', { coin, chain })}</p>
      <AddressText address={address} />
      {memo && (
        <div class="memo">
          <Notice tone="warn" text={t('wallet.in.memo', { memo })} />
          <CopyButton text={memo} label={t('wallet.in.memoLabel')} />
        </div>
      )}
      <Button onPress={copyAddress}>{t(isCopied ? 'copy.done' : 'wallet.in.copy')}</Button>
      <span class="sr" role="status">
        {isCopied ? t('copy.done') : ''}
      </span>
      <div class="ways">
        <button type="button" onClick={share}>
          <Icon name="share-2" size={20} />
          {t('wallet.in.share')}
        </button>
        <button type="button" onClick={save}>
          <Icon name="download" size={20} />
          {t('wallet.in.save')}
        </button>
      </div>
      <Sheet isOpen={picture !== null} title={t('wallet.in.save')} onClose={putAway}>
        <p class="cap">{t('wallet.in.longPress')}</p>
        <img
          src={picture ?? ''}
          alt={t('wallet.in.qr', { coin, chain })}
          style="width:100%;border-radius:16px"
        />
      </Sheet>
    </section>
  )
}

/** As high as the card: nothing jumps when it comes. */
export function AddressSkeleton() {
  return (
    <div class={paper} aria-busy="true">
      <span class="sr">{t('state.loading')}</span>
      <span class="bone" style="width:184px;height:184px;border-radius:16px" />
      <span class="bone" style="width:60%;height:1.125rem" />
      <span class="bone" style="width:84%;height:3.25rem" />
      <span class="bone" style="width:100%;height:52px;border-radius:16px" />
      <span class="bone" style="width:70%;height:44px" />
    </div>
  )
}

const paper = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 10px;
  justify-items: center;
  padding: 20px 16px 8px;
  border-radius: 18px;
  background: var(--surface);
  box-shadow: 0 0 0 1px var(--line);
  & .memo {
    display: flex;
    gap: 8px;
  }
  & .ways {
    display: grid;
    grid-template-columns: 1fr 1fr;
    width: 100%;
  }
  & .ways button {
    display: flex;
    gap: 8px;
    align-items: center;
    justify-content: center;
    min-height: 48px;
    color: var(--accent);
    font-size: .9375rem;
    font-weight: 600;
  }
`
