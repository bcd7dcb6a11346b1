import { useEffect, useState } from 'react'
import type { Output } from '../../../contract/call.ts'
import type { CardType } from '../../../contract/card.ts'
import { getKyc } from '../../../contract/identity.ts'
import { useKept } from '../../forms/draft.ts'
import { Loaded } from '../../loading/loaded.tsx'
import { useLoad } from '../../loading/use-load.ts'
import { go, link } from '../../routing/hash-location.tsx'
import { useMember } from '../../routing/members-only.ts'
import type { PageProps } from '../../routing/routes.ts'
import { t } from '../../state/locale.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { Section } from '../../ui/section.tsx'
import { Empty } from '../../ui/states.tsx'
import { Summary } from '../../ui/summary.tsx'
import { KindTile } from './parts/card-tile.tsx'
import { embossed, embossMax } from './parts/emboss.ts'
import { HostedHolder } from './parts/open/hosted-holder.tsx'
import { LoadedKind } from './parts/open/loaded-kind.tsx'
import { amountIn } from './parts/open/open-plan.ts'
import { useOpening } from './parts/open/use-opening.ts'
import { regionName } from './parts/region.ts'
import { verifyHref } from './parts/trouble.ts'

/** Who will hold the card: taken from the verification, shown as it will stand on the card. */
export default function OpenCardKyc({ query: { cardTypeId, amount, cardHolderId } }: PageProps) {
  const isMember = useMember() !== null
  useEffect(() => {
    if (!cardTypeId) go('cardTypeList', {}, { replace: true })
  }, [cardTypeId])
  return isMember && cardTypeId ? (
    <Holder cardTypeId={cardTypeId} amount={amountIn(amount)} cardHolderId={cardHolderId} />
  ) : null
}

interface HolderProps {
  cardTypeId: string
  amount: string
  /** The cardholder with whom one comes back from the issuer's own page. */
  cardHolderId: string | undefined
}

function Holder({ cardTypeId, amount, cardHolderId }: HolderProps) {
  const { kind } = useOpening(cardTypeId)
  const kyc = useLoad(getKyc, {})
  const [confirmed, setConfirmed] = useState<string | undefined>()
  const profile = kyc.data?.profile
  if (kind.data && profile) {
    return kind.data.asksCardholder && !confirmed ? (
      <HostedHolder
        key={cardHolderId}
        kind={kind.data}
        amount={amount}
        cardHolderId={cardHolderId}
        onConfirmed={setConfirmed}
      />
    ) : (
      <Confirm kind={kind.data} profile={profile} order={{ amount, cardHolderId: confirmed }} />
    )
  }
  return (
    <Page title={t('card.holderTitle')}>
      <LoadedKind of={kind}>
        {() =>
          !kyc.data && !kyc.refusal ? (
            <Loaded of={kyc}>{() => null}</Loaded>
          ) : (
            <Empty icon="id-card" text={kyc.refusal ?? t('card.gate.verify')}>
              <Button href={verifyHref()}>{t('card.mend.verify')}</Button>
              <Button kind="quiet" onPress={kyc.reload}>
                {t('state.retry')}
              </Button>
            </Empty>
          )
        }
      </LoadedKind>
    </Page>
  )
}

type Profile = NonNullable<Output<typeof getKyc>['profile']>

interface ConfirmProps {
  kind: CardType
  profile: Profile
  order: { amount: string; cardHolderId: string | undefined }
}

function Confirm({ kind, profile, order }: ConfirmProps) {
  const [nickname, setNickname] = useKept(`nickname ${kind.id}`, '')
  const name = embossed(profile)
  return (
    <Page
      title={t('card.holderTitle')}
      footer={
        <Button href={link('payOpenCard', { ...order, cardTypeId: kind.id })}>
          {t('card.holderConfirm')}
        </Button>
      }
    >
      <p class="cap">{t('card.holderText')}</p>
      <KindTile kind={kind} holder={name.text} name={nickname.trim()} />
      <Notice tone="info" text={name.isCut ? t('card.embossCut', { max: embossMax }) : null} />
      <Section title={t('card.holder')}>
        <Summary
          items={[
            { label: t('card.person.name'), value: `${profile.firstName} ${profile.lastName}` },
            { label: t('card.person.country'), value: regionName(profile.country) },
            {
              label: t('card.person.address'),
              value: `${profile.address}, ${profile.city}, ${profile.state}`,
            },
            { label: t('card.person.postalCode'), value: profile.postalCode },
            { label: t('card.phone'), value: `${profile.areaCode} ****${profile.phone.slice(-4)}` },
          ]}
        />
      </Section>
      <p class="cap">
        {t('card.holderWrong')}
        <a href={link('service')}>{t('mend.service')}</a>
      </p>
      <Field
        label={t('card.nickname')}
        isOptional
        value={nickname}
        onInput={setNickname}
        maxLength={20}
        hint={t('card.nicknameHint')}
        enterKeyHint="done"
      />
    </Page>
  )
}
