import { css } from 'goober'
import { useState } from 'react'
import { later } from '../../../../chunks/later.tsx'
import { usePicture } from '../../../../display/use-picture.ts'
import { shareText } from '../../../../hand-over.ts'
import { t } from '../../../../state/locale.ts'
import { feel } from '../../../../telegram/telegram.ts'
import { Button } from '../../../../ui/button.tsx'
import { CopyButton, copy } from '../../../../ui/copy-button.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import { paper } from '../../../../ui/paper.ts'
import { QrCode } from '../../../../ui/qr-code.tsx'
import { Sheet } from '../../../../ui/sheet.tsx'
import { toast } from '../../../../ui/toast.tsx'
import { Ways } from '../ways.tsx'
import { AddressText } from './address-text.tsx'
import type { TransferIn } from './use-deposits.ts'

const PastedAddress = later(() => import('./pasted-address.tsx').then(part => part.PastedAddress))

const qrSize = 184

export interface AddressCardProps {
  of: TransferIn
  coin: string
  chain: string
  /** Of the card whose address it is: its mask stands on it, so that nobody takes it for another's. */
  last4?: string | undefined
}

/** QR code and full address on one sheet of paper, with every way to take them along. */
export function AddressCard(props: AddressCardProps) {
  const { coin, chain, last4 } = props
  const { address, former, qr, memo } = props.of
  const { picture, isCopied, copyAddress, share, save, putAway } = useTaking(props)
  const [isChecking, check] = useState(false)
  const code = last4 ? t('wallet.in.cardQr', { last4 }) : t('wallet.in.qr', { coin, chain })
  return (
    <section class={`${paper} ${box}`} aria-label={t('wallet.in.address')}>
      {last4 && (
        <p class="band num" aria-hidden="true">
          {t('wallet.in.cardBand', { last4 })}
        </p>
      )}
      <QrCode text={qr} size={qrSize} label={code} />
      <p class="cap">
        {last4 ? t('wallet.in.cardYours', { last4, chain }) : t('wallet.in.yours', { coin, chain })}
      </p>
      <AddressText address={address} />
      {memo && (
        <div class="memo">
          <Notice tone="warn" text={t('wallet.in.memo', { memo })} />
          <CopyButton text={memo} label={t('wallet.in.memoLabel')} />
        </div>
      )}
      <Button onPress={copyAddress}>{t(isCopied ? 'copy.done' : 'wallet.in.copy')}</Button>
      <span class="sr" role="status">
        {isCopied ? t('copy.done') : null}
      </span>
      <Ways
        of={[
          { icon: 'share-2', text: t('wallet.in.share'), onPress: share },
          { icon: 'download', text: t('picture.save'), onPress: save },
        ]}
      />
      <Button kind="quiet" onPress={() => check(true)}>
        {t('wallet.in.check')}
      </Button>
      <Sheet isOpen={isChecking} title={t('wallet.in.check')} onClose={() => check(false)}>
        <PastedAddress address={address} former={former} chain={chain} />
      </Sheet>
      <Sheet isOpen={picture !== null} title={t('picture.save')} onClose={putAway}>
        <p class="cap">{t('picture.longPress')}</p>
        <img src={picture ?? ''} alt={code} style="width:100%;border-radius:16px" />
      </Sheet>
    </section>
  )
}

/** Copies the address, shares it, keeps it as a picture; where no file can be kept the picture is shown. */
function useTaking({ of: { address, qr }, coin, chain, last4 }: AddressCardProps) {
  const name = `glaze-${last4 ? `${last4}-` : ''}${coin}-${chain}.png`
  const { picture, save, putAway } = usePicture(draw, name)
  const [isCopied, setCopied] = useState(false)

  async function copyAddress() {
    if (!(await copy(address))) return toast(t('wallet.in.copyFailed'))
    feel('light')
    setCopied(true)
    setTimeout(() => setCopied(false), 1_200)
  }
  async function share() {
    const text = last4
      ? t('wallet.in.cardShare', { last4, coin, chain })
      : t('wallet.in.shareText', { coin, chain })
    if (!(await shareText({ text, address }))) await copyAddress()
  }
  async function draw() {
    const { drawAddress } = await import('./address-picture.ts')
    const network = t('wallet.in.networkName', { chain })
    const warning = t('wallet.in.warning', { coin, chain })
    const words = last4
      ? { card: t('wallet.in.cardBand', { last4 }), title: coin }
      : { title: t('wallet.in.title', { coin }) }
    return await drawAddress({ ...words, network, address, qr, warning })
  }
  return { picture, isCopied, copyAddress, share, save, putAway }
}

/** As high as the card: nothing jumps when it comes. */
export function AddressSkeleton({ isCard = false }: { isCard?: boolean }) {
  return (
    <div class={`${paper} ${box}`} aria-busy="true">
      {isCard && <span class="band">&nbsp;</span>}
      <span class="sr">{t('state.loading')}</span>
      <span class="bone" style="width:184px;height:184px;border-radius:16px" />
      <span class="bone" style="width:60%;height:1.125rem" />
      <span class="bone" style="width:84%;height:3.25rem" />
      <span class="bone" style="width:100%;height:52px;border-radius:16px" />
      <span class="bone" style="width:70%;height:44px" />
      <span class="bone" style="width:50%;height:44px" />
    </div>
  )
}

const box = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 10px;
  justify-items: center;
  padding: 20px 16px 8px;
  & > p {
    text-align: center;
  }
  & .band {
    justify-self: stretch;
    margin: -20px -16px 4px;
    padding: 8px 16px;
    border-radius: 18px 18px 0 0;
    background: var(--info-soft);
    color: var(--info);
    font-weight: 600;
    text-align: center;
  }
  & .memo {
    display: flex;
    gap: 8px;
  }
`
