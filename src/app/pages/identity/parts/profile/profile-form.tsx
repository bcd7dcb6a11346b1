import { css } from 'goober'
import { useEffect, useRef, useState } from 'react'
import { editKyc } from '../../../../../contract/identity.ts'
import { useForm } from '../../../../forms/form.ts'
import { stillHere } from '../../../../routing/from-here.ts'
import { go } from '../../../../routing/hash-location.tsx'
import { send } from '../../../../send.ts'
import { t } from '../../../../state/locale.ts'
import { feel } from '../../../../telegram/telegram.ts'
import { Button } from '../../../../ui/button.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import { toast } from '../../../../ui/toast.tsx'
import { DocChoice } from '../doc-choice.tsx'
import { type Draft, dropKycDraft, keepKycDraft, type ProfileTexts } from '../kept.ts'
import { forgetKyc } from '../use-kyc.ts'
import { leaveForm, uploadPage } from '../way.ts'
import { HomeFields } from './home-fields.tsx'
import { NameFields } from './name-fields.tsx'
import { blamesOf } from './profile-refusal.ts'
import { shapes } from './profile-rules.ts'

interface ProfileFormProps {
  draft: Draft
  back: string | undefined
  /** The server has another state than we thought. */
  onStale: () => void
}

/** Who somebody is, as it stands on the document. What is typed is kept until the server has it. */
export function ProfileForm({ draft, back, onStale }: ProfileFormProps) {
  const form = useForm(shapes, draft.values)
  const [docType, setDocType] = useState(draft.docType ?? 'idCard')
  const isTouched = useRef(false)
  useEffect(() => {
    if (isTouched.current) keepKycDraft({ values: form.values as ProfileTexts, docType })
    isTouched.current = true
  }, [form.values, docType])

  const submit = form.submit(async ({ birthday, ...values }) => {
    const isHere = stillHere()
    const reply = await send(editKyc, {
      ...values,
      ...(birthday && { birthday }),
      docType,
      ...(draft.isRestart && { restart: true }),
    })
    if (reply.ok) {
      dropKycDraft()
      forgetKyc()
      if (!isHere()) return
      leaveForm()
      // The way back from the pictures shows how it stands, from the top.
      scrollTo(0, 0)
      return go(uploadPage(docType), { back })
    }
    feel('error')
    if (reply.key === 'already_certified') {
      toast(t('refusal.already_certified'))
      return onStale()
    }
    const { fields, notice } = blamesOf(reply)
    for (const [name, words] of Object.entries(fields)) form.blame(name as keyof typeof shapes, words)
    form.refuse(notice)
    requestAnimationFrame(() => document.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
  })

  return (
    <form class={box} onSubmit={submit} noValidate>
      <DocChoice value={docType} onChange={setDocType} />
      <NameFields form={form} />
      <HomeFields form={form} />
      <Notice text={form.notice} />
      <Button type="submit" isBusy={form.isBusy}>
        {t('identity.save')}
      </Button>
      <p class="cap">{t('identity.saveNote')}</p>
    </form>
  )
}

const box = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 20px;
  & > .group {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 14px;
    min-width: 0;
    margin: 0;
    padding: 0;
    border: 0;
  }
  & > .group > legend {
    padding: 0 0 10px;
    font-size: 1.0625rem;
    line-height: 1.5rem;
    font-weight: 600;
  }
  & summary {
    padding: 13px 0;
    margin: -13px 0;
  }
  & .pair {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 8.5rem), 1fr));
    gap: 14px 10px;
    align-items: start;
  }
  & > .cap {
    margin-top: -8px;
    text-align: center;
  }
`
