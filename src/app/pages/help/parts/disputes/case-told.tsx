import type { Bound } from '../../../../forms/form.ts'
import { t } from '../../../../state/locale.ts'
import { Button } from '../../../../ui/button.tsx'
import { Field } from '../../../../ui/field.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import { Pictures, type usePictures } from '../tickets/pictures.tsx'

interface CaseToldProps {
  form: {
    values: { description: string }
    field: (name: 'description') => Bound
    notice: string | null
    isBusy: boolean
  }
  pictures: ReturnType<typeof usePictures>
  label: string
  example?: string
  rows: number
  /** Words of the button. */
  action: string
}

/** The end of a form for the issuer: words, pictures, what may not be in them, and the button that sends it. */
export function CaseTold({ form, pictures, label, example, rows, action }: CaseToldProps) {
  return (
    <>
      <Field
        label={label}
        {...(example && { placeholder: example })}
        rows={rows}
        maxLength={2000}
        hint={t('dispute.count', { count: form.values.description.trim().length })}
        {...form.field('description')}
      />
      <Pictures of={pictures} />
      <p class="cap">{t('dispute.safe')}</p>
      <Notice text={form.notice} />
      <Button type="submit" isBusy={form.isBusy || pictures.isBusy}>
        {action}
      </Button>
    </>
  )
}
