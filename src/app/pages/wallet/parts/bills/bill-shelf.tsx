import { css } from 'goober'
import { useEffect, useMemo, useRef } from 'react'
import type { Bill } from '../../../../../contract/bill.ts'
import { monthName, yearName } from '../../../../display/calendar.ts'
import { Loaded } from '../../../../loading/loaded.tsx'
import { useGrowing } from '../../../../loading/use-growing.ts'
import { link } from '../../../../routing/hash-location.tsx'
import { t } from '../../../../state/locale.ts'
import { session } from '../../../../state/session.ts'
import { Button } from '../../../../ui/button.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import { Empty } from '../../../../ui/states.tsx'
import { pendingFirst } from './bill-groups.ts'
import { BillList } from './bill-list.tsx'
import { type BillFilter, type Bills, pageSize, useBills } from './use-bills.ts'
import { useSums } from './use-sums.ts'

interface BillShelfProps {
  filter: BillFilter
  onOpen: (bill: Bill) => void
  onClear: () => void
  onMonths: () => void
}

/** The bills of a filter, as far down as one reads, and what lies beyond. */
export function BillShelf({ filter, onOpen, onClear, onMonths }: BillShelfProps) {
  const bills = useBills(filter)
  const rows = bills.data?.bills.slice(0, pageSize).map(({ id, status }) => id + status)
  const sums = useSums(filter, rows ? rows.join() : null)
  const isNarrow = Object.values(filter).some(Boolean)
  const list = bills.data?.bills ?? none
  // Here and not inside `Loaded`: it must be there before the list, to notice that the list arrives.
  const count = useGrowing(list.length)
  const drawn = useMemo(() => pendingFirst(list).slice(0, count), [list, count])
  return (
    <Loaded of={bills}>
      {() =>
        list.length === 0 ? (
          <Nothing isNarrow={isNarrow} onClear={onClear} />
        ) : (
          <>
            <BillList bills={drawn} sums={sums} onOpen={onOpen} />
            {count === list.length && (
              <End of={bills} filter={filter} isSummed={sums !== null} onMonths={onMonths} />
            )}
          </>
        )
      }
    </Loaded>
  )
}

const none: Bill[] = []

function Nothing({ isNarrow, onClear }: { isNarrow: boolean; onClear: () => void }) {
  // Whoever is about to be deleted is invited to nothing.
  if (!isNarrow && session.value?.user.deleteAt)
    return <Empty icon="receipt" text={t('wallet.bill.noneYet')} />
  return isNarrow ? (
    <Empty icon="search" text={t('wallet.bill.noneOfThese')}>
      <Button kind="plain" onPress={onClear}>
        {t('wallet.bill.clear')}
      </Button>
    </Empty>
  ) : (
    <Empty icon="receipt" text={t('wallet.bill.none')}>
      <Button href={link('selectCoin', { for: 'in' })}>{t('home.deposit')}</Button>
    </Empty>
  )
}

interface EndProps extends Pick<BillShelfProps, 'filter' | 'onMonths'> {
  of: Bills
  isSummed: boolean
}

function End({ of, filter, isSummed, onMonths }: EndProps) {
  const { month, year } = filter
  if (of.more) return <More of={of} />
  return (
    <div class={end}>
      <p class="cap">
        {month || year
          ? t('wallet.bill.endMonth', { month: month ? monthName(month) : yearName(year ?? '') })
          : t('wallet.bill.end')}
      </p>
      {isSummed && <p class="cap">{t('wallet.bill.inside')}</p>}
      <Button kind="quiet" onPress={onMonths}>
        {t('wallet.bill.older')}
      </Button>
    </div>
  )
}

/** Older rows come when one gets near; the button is for keys, and for trying again. */
function More({ of: { more, isBusy, hasFailed } }: { of: Bills }) {
  const box = useRef<HTMLDivElement>(null)
  const press = useRef(more)
  press.current = more
  useEffect(() => {
    if (!box.current || hasFailed || isBusy || globalThis.IntersectionObserver === undefined) return
    const watch = new IntersectionObserver(([seen]) => seen?.isIntersecting && press.current?.(), {
      root: document,
      rootMargin: '400px',
    })
    watch.observe(box.current)
    return () => watch.disconnect()
  }, [hasFailed, isBusy])
  return (
    <div ref={box} class={end}>
      <Notice text={hasFailed ? t('wallet.bill.moreFailed') : null} />
      <Button kind="plain" isBusy={isBusy} onPress={() => more?.()}>
        {t(hasFailed ? 'state.retry' : 'wallet.bill.more')}
      </Button>
    </div>
  )
}

const end = css`
  display: grid;
  gap: 8px;
  justify-items: center;
  text-align: center;
`
