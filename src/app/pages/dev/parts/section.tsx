import { link } from '../../../routing/hash-location.tsx'
import { List, Row } from '../../../ui/list.tsx'
import { Section } from '../../../ui/section.tsx'
import { long, say } from './say.ts'
import { Shown } from './shown.tsx'

export function Sections() {
  const all = link('bill')
  return (
    <>
      <Shown as={say('有更多', 'With a way to more')}>
        <Section title={say('最近账单', 'Recent activity')} all={all}>
          <List>
            <Row title={say('一行', 'A row')} />
          </List>
        </Section>
      </Shown>
      <Shown as={say('很长', 'Long')}>
        <Section title={long()} all={all}>
          <p class="cap">{long()}</p>
        </Section>
      </Shown>
    </>
  )
}
