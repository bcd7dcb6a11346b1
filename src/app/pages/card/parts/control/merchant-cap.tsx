import { useState } from 'react'
import { amount } from '../../../../../contract/field.ts'
import { useForm } from '../../../../forms/form.ts'
import { typedAmount } from '../../../../forms/typed-amount.ts'
import { t } from '../../../../state/locale.ts'
import { Button } from '../../../../ui/button.tsx'
import { Field } from '../../../../ui/field.tsx'
import { Select } from '../../../../ui/select.tsx'
import { isMore, isZero } from '../reckon.ts'
import type { Change, Merchant } from './use-merchants.ts'

interface MerchantCapProps {
  list: Merchant[]
  isBusy: boolean
  onChange: Change
  onLeave: () => void
}

/** What one merchant may take within thirty days. A first and a lower cap are free, a higher one and none take the PIN. */
export function MerchantCap({ list, onLeave, ...form }: MerchantCapProps) {
  const [merchant, choose] = useState(list.find(({ cap }) => cap)?.merchant ?? list[0]?.merchant ?? '')
  const cap = list.find(each => each.merchant === merchant)?.cap?.amount ?? null
  return (
    <>
      <p class="cap">{t('control.merchants.capAbout')}</p>
      <Select
        label={t('control.merchants.capOf')}
        value={merchant}
        options={list.map(each => ({ value: each.merchant, label: each.merchant }))}
        onChange={choose}
      />
      <CapForm key={merchant} {...form} merchant={merchant} cap={cap} />
      <Button kind="quiet" onPress={onLeave}>
        {t('card.back')}
      </Button>
    </>
  )
}

interface CapFormProps extends Pick<MerchantCapProps, 'isBusy' | 'onChange'> {
  merchant: string
  cap: string | null
}

function CapForm({ merchant, cap, isBusy, onChange }: CapFormProps) {
  const form = useForm({ cap: amount }, { cap: cap ? typedAmount(cap) : '' })
  const submit = form.submit(async values =>
    onChange({ merchant, cap: values.cap }, cap !== null && isMore(values.cap, cap)),
  )
  return (
    <form style="display:grid;gap:14px" onSubmit={submit} noValidate>
      <Field
        label={t('control.merchants.capAmount')}
        inputMode="decimal"
        autoComplete="off"
        maxLength={12}
        {...form.field('cap')}
      />
      <Button type="submit" isBusy={isBusy} isDisabled={isZero(form.values.cap)}>
        {t('card.save')}
      </Button>
      {cap !== null && (
        <Button kind="quiet" onPress={() => onChange({ merchant, cap: null }, true)}>
          {t('control.merchants.capOff')}
        </Button>
      )}
    </form>
  )
}
