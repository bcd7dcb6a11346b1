import { css } from 'goober'
import type { ComponentType } from 'preact'
import type { PageProps } from '../../routing/routes.ts'
import { Page } from '../../ui/page.tsx'
import { AmountEntries } from './parts/amount-entry.tsx'
import { Bar } from './parts/bar.tsx'
import { Buttons } from './parts/button.tsx'
import { CardFaces } from './parts/card-face.tsx'
import { ChipsShown } from './parts/chip.tsx'
import { CopyButtons } from './parts/copy-button.tsx'
import { Rings } from './parts/countdown-ring.tsx'
import { Fields } from './parts/field.tsx'
import { Icons } from './parts/icon.tsx'
import { Keypads } from './parts/keypad.tsx'
import { Lists } from './parts/list.tsx'
import { MoneyShown } from './parts/money.tsx'
import { Notices } from './parts/notice.tsx'
import { Offline } from './parts/offline-banner.tsx'
import { Pages } from './parts/page.tsx'
import { PickFields } from './parts/pick-field.tsx'
import { QrCodes } from './parts/qr-code.tsx'
import { say } from './parts/say.ts'
import { Results } from './parts/seal.tsx'
import { Sections } from './parts/section.tsx'
import { Selects } from './parts/select.tsx'
import { Sheets } from './parts/sheet.tsx'
import { Slides } from './parts/slide.tsx'
import { StaleShown } from './parts/stale.tsx'
import { States } from './parts/states.tsx'
import { StepsShown } from './parts/steps.tsx'
import { SummaryShown } from './parts/summary.tsx'
import { Swatches } from './parts/swatch.tsx'
import { SwitchRows } from './parts/switch-row.tsx'
import { TabBars } from './parts/tabs.tsx'
import { ToastsShown } from './parts/toast.tsx'
import { Tokens } from './parts/tokens.tsx'

/** Named after the files of `ui`: what a file exports is shown under its name. */
const parts: Record<string, ComponentType> = {
  tokens: Tokens,
  button: Buttons,
  chip: ChipsShown,
  notice: Notices,
  field: Fields,
  select: Selects,
  'pick-field': PickFields,
  'switch-row': SwitchRows,
  list: Lists,
  section: Sections,
  summary: SummaryShown,
  money: MoneyShown,
  'card-face': CardFaces,
  swatch: Swatches,
  'amount-entry': AmountEntries,
  keypad: Keypads,
  slide: Slides,
  seal: Results,
  states: States,
  stale: StaleShown,
  steps: StepsShown,
  'countdown-ring': Rings,
  'copy-button': CopyButtons,
  'qr-code': QrCodes,
  sheet: Sheets,
  toast: ToastsShown,
  'offline-banner': Offline,
  page: Pages,
  tabs: TabBars,
  icon: Icons,
}

/** The design system on one page, or one part of it (`part`). Developers and tests see it; no build that ships has it. */
export default function Gallery({ query: { part } }: PageProps) {
  const shown = Object.entries(parts).filter(([name]) => !part || name === part)
  return (
    <Page title={say('釉 · 部件', 'Glaze parts')} isTabPage>
      <Bar />
      {shown.map(([name, Part]) => (
        <section key={name} data-part={name} class={shelf}>
          <h2>
            <a href={`#/dev/gallery?part=${name}`}>{name}</a>
          </h2>
          <Part />
        </section>
      ))}
    </Page>
  )
}

const shelf = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 16px;
  padding-bottom: 24px;
  border-bottom: 1px solid var(--line);
`
