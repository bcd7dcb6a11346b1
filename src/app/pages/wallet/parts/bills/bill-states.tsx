import type { Bill } from '../../../../../contract/bill.ts'
import { t } from '../../../../state/locale.ts'
import { feel } from '../../../../telegram/telegram.ts'
import { Chip, Chips } from '../../../../ui/chip.tsx'

/** What a bill can be but done. */
export const billStates = ['pending', 'declined', 'failed', 'reversed', 'expired'] as const

interface BillStatesProps {
  status: Bill['status'] | undefined
  onChoose: (status: Bill['status'] | undefined) => void
}

/** States to look for; the chosen one pressed again is none. */
export function BillStates({ status, onChoose }: BillStatesProps) {
  return (
    <Chips label={t('wallet.trail.state')}>
      {billStates.map(state => (
        <Chip
          key={state}
          isOn={state === status}
          onPress={() => {
            feel('selection')
            onChoose(state === status ? undefined : state)
          }}
        >
          {wordOf(state)}
        </Chip>
      ))}
    </Chips>
  )
}

/** As rows say it; what was taken back has several words there. */
function wordOf(state: (typeof billStates)[number]): string {
  return state === 'reversed' ? t('wallet.bill.undone') : t(`billStatus.${state}`)
}
