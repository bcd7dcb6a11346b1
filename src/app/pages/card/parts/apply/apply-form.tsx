import { useEffect, useRef, useState } from 'react'
import { type Application, applyCard } from '../../../../../contract/application.ts'
import { type CardType, detail } from '../../../../../contract/card.ts'
import { useKeeping } from '../../../../forms/draft.ts'
import { Loaded } from '../../../../loading/loaded.tsx'
import { useLoad } from '../../../../loading/use-load.ts'
import { fromHere } from '../../../../routing/from-here.ts'
import type { PageProps } from '../../../../routing/routes.ts'
import { type Sent, send } from '../../../../send.ts'
import { t } from '../../../../state/locale.ts'
import type { Trouble } from '../../../../trouble/trouble.ts'
import { TroubleNotice } from '../../../../trouble/trouble-notice.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Field } from '../../../../ui/field.tsx'
import { Page } from '../../../../ui/page.tsx'
import { Section } from '../../../../ui/section.tsx'
import { Empty, Skeleton } from '../../../../ui/states.tsx'
import { KindTile } from '../card-tile.tsx'
import { embossed, embossMax } from '../emboss.ts'
import { useTypes } from '../kinds/use-types.ts'
import { ApplyAddress, useDestination } from './apply-address.tsx'
import { applyDraft, applyDraftName, dropApplyDraft, isEmbossable } from './apply-draft.ts'
import { ApplyFees } from './apply-fees.tsx'
import { ApplyKinds } from './apply-kinds.tsx'
import { ApplySteps } from './apply-steps.tsx'
import { applyTrouble } from './apply-words.ts'
import type { Applied } from './use-application.ts'

interface ApplyFormProps {
  of: Applied
  /** What is changed; null for a new application. */
  record: Application | null
  /** Whose card was lost before it was activated: another of that kind is made for free. */
  replaces?: Application | null
  query: PageProps['query']
}

/** Step 1: which card, what stands on it, and where it goes. */
export function ApplyForm(props: ApplyFormProps) {
  const types = useTypes()
  const cardId = props.record?.cardId ?? (props.query.cardId as string)
  const parent = useLoad(detail, { id: cardId })
  const kinds = types.data?.list.filter(({ type, status }) => type === 'physical' && status === 'enable')
  if (kinds?.length && parent.data)
    return <Filling {...props} kinds={kinds} cardId={cardId} holder={parent.data.cardHolder} />
  return (
    <Page title={t('card.physical')}>
      <Loaded of={types} bones={<Skeleton rows={5} />}>
        {() =>
          kinds?.length === 0 ? (
            <Empty icon="truck" text={t('physical.none')} />
          ) : (
            <Loaded of={parent} bones={<Skeleton rows={5} />}>
              {() => null}
            </Loaded>
          )
        }
      </Loaded>
    </Page>
  )
}

type FillingProps = ApplyFormProps & { kinds: CardType[]; cardId: string; holder: string }

function Filling({ of, record, replaces, query, kinds, cardId, holder }: FillingProps) {
  const isFixed = record?.status === 'returned'
  const earlier = record ?? replaces
  const freeId = record?.isReplacement ? record.cardTypeId : replaces?.cardTypeId
  const [begun] = useState(() => (isFixed ? {} : applyDraft(cardId)))
  const [kindId, chooseKind] = useState(begun.cardTypeId ?? query.cardTypeId ?? earlier?.cardTypeId)
  const [name, setName] = useState(begun.embossName ?? earlier?.embossName ?? embossed(partsOf(holder)).text)
  const [wasTried, setTried] = useState(false)
  const asked = useRef<HTMLDivElement>(null)
  const { apply, isBusy, trouble } = useApply(of, cardId)
  const destination = useDestination(query.addressId ?? earlier?.addressId)
  const kind = kinds.find(({ id }) => id === kindId) ?? (kinds[0] as CardType)
  const isName = isEmbossable(name)
  const isFree = kind.id === freeId && !isFixed
  const { press, isWaiting } = useOnceKnown(destination.list.state !== 'loading', submit)
  useKeeping(isFixed ? null : applyDraftName(cardId), { cardTypeId: kind.id, embossName: name })

  async function submit() {
    setTried(true)
    if (!isName || !destination.address) return focusMissing(asked.current)
    await apply({
      ...(record && { id: record.id }),
      cardId,
      addressId: destination.address._id,
      ...(isFixed
        ? { cardTypeId: record.cardTypeId, embossName: record.embossName, material: record.material }
        : { cardTypeId: kind.id, embossName: name.trim(), material: kind.material }),
    })
  }

  return (
    <Page
      title={t('card.physical')}
      footer={
        <Button isBusy={isBusy || isWaiting} isDisabled={destination.isUnserved} onPress={press}>
          {t('physical.form.next')}
        </Button>
      }
    >
      <ApplySteps now={1} />
      <KindTile kind={kind} holder={name.trim().toUpperCase() || ' '} />
      <div ref={asked} style="display:contents">
        {!isFixed && (
          <>
            <ApplyKinds kinds={kinds} chosen={kind.id} freeId={freeId} onChoose={chooseKind} />
            <Field
              label={t('physical.emboss')}
              value={name}
              onInput={typed => setName(typed.replace(/\s+/g, ' ').toUpperCase())}
              maxLength={embossMax}
              autoComplete="off"
              enterKeyHint="done"
              hint={t('physical.emboss.hint', { count: name.trim().length, max: embossMax })}
              error={(wasTried || name.length > 1) && !isName ? t('physical.emboss.wrong') : null}
            />
          </>
        )}
        <Section title={t('physical.address')}>
          <ApplyAddress of={destination} isMissed={wasTried} />
        </Section>
      </div>
      <Section title={t('physical.fees')}>
        <ApplyFees making={isFixed || isFree ? '0' : kind.openFee} destination={destination} />
        {isFree && <p class="cap">{t('physical.replace.free')}</p>}
      </Section>
      <TroubleNotice trouble={trouble} retry={t('state.retry')} onRetry={press} />
    </Page>
  )
}

/** What was pressed before all of it was known is done once it is. */
function useOnceKnown(isKnown: boolean, act: () => void) {
  const [isWaiting, wait] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when what was waited for is there
  useEffect(() => {
    if (!isWaiting || !isKnown) return
    wait(false)
    act()
  }, [isWaiting, isKnown])
  return { press: () => (isKnown ? act() : wait(true)), isWaiting }
}

/** To what is missing: the button covers it on a small screen. */
function focusMissing(asked: HTMLElement | null) {
  requestAnimationFrame(() => asked?.querySelector<HTMLElement>('[aria-invalid="true"], section a')?.focus())
}

/** The last word of a whole name is taken for the last name. */
function partsOf(holder: string): { firstName: string; lastName: string } {
  const words = holder.trim().split(/\s+/)
  return { firstName: words.slice(0, -1).join(' '), lastName: words.at(-1) ?? '' }
}

/** Sends what was filled in, one at a time, and goes on with what came of it. */
function useApply(of: Applied, cardId: string) {
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const [isBusy, setBusy] = useState(false)
  const running = useRef(false)

  async function apply(input: Sent<typeof applyCard>) {
    if (running.current) return
    running.current = true
    setBusy(true)
    setTrouble(null)
    const go = fromHere()
    const reply = await send(applyCard, input)
    running.current = false
    setBusy(false)
    if (!reply.ok) return setTrouble(applyTrouble(reply, { cardId }))
    dropApplyDraft(cardId)
    const step = reply.data.status === 'returned' ? 2 : undefined
    go('makeCard', { cardId, id: reply.data.id, step }, { replace: true })
    of.take(reply.data)
  }

  return { apply, isBusy, trouble }
}
