import { cardViews } from '../../../../contract/card-control.ts'
import { dateTime } from '../../../calendar.ts'
import { t } from '../../../state/locale.ts'
import { TroubleNotice } from '../../../trouble-notice.tsx'
import { Button } from '../../../ui/button.tsx'
import { List, Row } from '../../../ui/list.tsx'
import { Empty } from '../../../ui/states.tsx'
import { useLoad } from '../../../use-load.ts'
import type { Freezing } from './freeze.ts'
import { Loaded } from './loaded.tsx'

const shown = 50

/** When and on what device the full card was shown, and what to do when it was somebody else. */
export function Views({ of: { card, canFreeze, isBusy, trouble, toggle } }: { of: Freezing }) {
  const views = useLoad(cardViews, { id: card.id, pageSize: shown, page: 1 })
  return (
    <Loaded of={views}>
      {({ list }) =>
        list.length === 0 ? (
          <Empty icon="eye-off" text={t('card.views.none')} />
        ) : (
          <>
            <List label={t('card.views')}>
              {list.map(({ time, device }) => (
                <Row key={time} icon="eye" title={dateTime(time)} note={device || t('card.views.unknown')} />
              ))}
            </List>
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
