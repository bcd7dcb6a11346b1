import { css } from 'goober'
import { useCallback, useEffect, useState } from 'react'
import { inTime } from '../../../../send.ts'
import { t } from '../../../../state/locale.ts'
import { Page } from '../../../../ui/page.tsx'
import { paper } from '../../../../ui/paper.ts'
import { Empty, ErrorView, Skeleton } from '../../../../ui/states.tsx'

interface Licence {
  name: string
  version: string
  licence: string
  text: string
}

/** The software of others that travels to phones, as the build has found it, each with the text of its licence. */
export function LicencesPage() {
  const [list, keep] = useState<Licence[] | null>(null)
  const [hasFailed, fail] = useState(false)
  const load = useCallback(async () => {
    fail(false)
    try {
      const stop = new AbortController()
      keep(await inTime(read(stop.signal), stop))
    } catch {
      fail(true)
    }
  }, [])
  useEffect(() => void load(), [load])

  return (
    <Page title={t('help.licences')}>
      {hasFailed && <ErrorView onRetry={load} />}
      {!list && !hasFailed && <Skeleton rows={6} />}
      {list?.length === 0 && <Empty icon="file-text" text={t('help.licences.none')} />}
      {list && list.length > 0 && (
        <>
          <p class="cap">{t('help.licences.count', { count: list.length })}</p>
          <ul class={`${paper} ${box}`}>
            {list.map(({ name, version, licence, text }) => (
              <li key={name}>
                <details>
                  <summary>
                    <bdi>
                      {name} {version}
                    </bdi>
                    <span class="cap">{licence}</span>
                  </summary>
                  <pre lang="en">{text}</pre>
                </details>
              </li>
            ))}
          </ul>
        </>
      )}
    </Page>
  )
}

async function read(signal: AbortSignal): Promise<Licence[]> {
  const response = await fetch('/licences.json', { signal })
  const isJson = response.headers.get('content-type')?.includes('json')
  return response.ok && isJson ? await response.json() : []
}

const box = css`
  overflow: hidden;
  & li + li {
    border-top: 1px solid var(--line);
  }
  & summary {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: 0 12px;
    min-height: 52px;
    padding: 8px 16px;
    cursor: pointer;
    overflow-wrap: anywhere;
  }
  & pre {
    padding: 0 16px 16px;
    color: var(--text-2);
    font-size: .75rem;
    line-height: 1.125rem;
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
`
