import { cardMerchants } from '../../../../../contract/card-control.ts'
import { type ShopKind, shopKinds } from '../../../../../contract/shops.ts'
import { useLoad } from '../../../../loading/use-load.ts'
import { t } from '../../../../state/locale.ts'
import { Select } from '../../../../ui/select.tsx'

interface TrialShopProps {
  cardId: string
  shop: ShopKind | ''
  merchant: string
  onShop: (shop: ShopKind | '') => void
  onMerchant: (merchant: string) => void
}

/** What is sold, and by whom of those that the card knows; both may be left open. */
export function TrialShop({ cardId, shop, merchant, onShop, onMerchant }: TrialShopProps) {
  const { data } = useLoad(cardMerchants, { id: cardId })
  return (
    <>
      <Select
        label={t('control.trial.shop')}
        value={shop}
        options={[
          { value: '', label: t('control.trial.anyShop') },
          ...shopKinds.map(value => ({ value, label: t(`control.shops.${value}`) })),
        ]}
        onChange={onShop}
      />
      {data && data.list.length > 0 && (
        <Select
          label={t('control.trial.merchant')}
          value={merchant}
          options={[
            { value: '', label: t('control.trial.anyMerchant') },
            ...data.list.map(({ merchant }) => ({ value: merchant, label: merchant })),
          ]}
          onChange={onMerchant}
        />
      )}
    </>
  )
}
