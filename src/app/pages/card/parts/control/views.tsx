import { cardViews } from '../../../../../contract/card-control.ts'
import { dateTime } from '../../../../display/calendar.ts'
import { deviceText } from '../../../../display/device-text.ts'
import { Loaded } from '../../../../loading/loaded.tsx'
import type { Load } from '../../../../loading/use-load.ts'
import { usePages } from '../../../../loading/use-pages.ts'
import { t } from '../../../../state/locale.ts'
import { TroubleNotice } from '../../../../trouble/trouble-notice.tsx'
import { Button } from '../../../../ui/button.tsx'
import { List, Row } from '../../../../ui/list.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import { Empty } from '../../../../ui/states.tsx'
import type { Freezing } from '../freeze.ts'

const pageSize = 20

/** When and on what device the full card was shown, and what to do when it was somebody else. */
export function Views({ of: { card, canFreeze, isBusy, trouble, toggle } }: { of: Freezing }) {
  const {
    first,
    rows,
    hasMore,
    isBusy: isReading,
    notice,
    more,
  } = usePages(cardViews, {
    pageSize,
    keyOf: ({ id }) => id,
    filter: { id: card.id },
  })
  return (
    <Loaded of={first as Load<object>}>
      {() =>
        rows.length === 0 ? (
          <Empty icon="eye-off" text={t('card.views.none')} />
        ) : (
          <>
            <List label={t('card.views')}>
              {rows.map(({ id, time, device }) => (
                <Row
                  key={id}
                  icon="eye"
                  title={dateTime(time)}
                  note={deviceText(device, t('card.views.unknown'))}
                />
              ))}
            </List>
            <Notice text={notice} />
            {hasMore && (
              <Button kind="plain" isBusy={isReading} onPress={more}>
                {t('card.more')}
              </Button>
            )}
            <TroubleNotice trouble={trouble} />
            {card.status === 'frozen_user' && <p class="cap">{t('card.note.frozen_user')}</p>}
            {canFreeze && (
              <Button kind="danger" isBusy={isBusy} onPress={toggle}>
                {t('card.views.freeze')}
              </Button>
            )}
            <p class="cap">{t('card.views.about')}</p>
          </>
        )
      }
    </Loaded>
  )
}
