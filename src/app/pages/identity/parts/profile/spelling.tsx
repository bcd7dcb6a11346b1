import { css } from 'goober'
import { useEffect, useState } from 'react'
import { spellName } from '../../../../../contract/identity.ts'
import type { Form } from '../../../../forms/form.ts'
import { send } from '../../../../send.ts'
import { t } from '../../../../state/locale.ts'
import { isChinese, withoutAccents } from './latin.ts'
import type { shapes } from './profile-rules.ts'

/** Help for those who type a name in other letters than the card has: one press takes over what is proposed. */
export function Spelling({ form }: { form: Form<typeof shapes> }) {
  const { lastName, firstName } = form.values
  const proposals = {
    lastName: useProposal('lastName', lastName.trim()),
    firstName: useProposal('firstName', firstName.trim()),
  }
  const known = (['lastName', 'firstName'] as const).filter(part => proposals[part])
  const isForeign = [lastName, firstName].some(name =>
    /[^\p{Script=Latin}\p{Script=Han}\p{P}\p{M}\s’]/u.test(name),
  )
  if (known.length === 0 && !isForeign) return null

  function take() {
    for (const part of known) form.set(part, proposals[part] as string)
  }

  return (
    <div class={box} role="status">
      {known.length > 0 ? (
        <>
          <p>
            {t('identity.spelled', { name: known.map(part => proposals[part]).join(' ') })}
            <span class="cap">{t('identity.spelledNote')}</span>
          </p>
          <button type="button" onMouseDown={stay} onClick={take}>
            {t('identity.spelledTake')}
          </button>
        </>
      ) : (
        <p>{t('identity.spellForeign')}</p>
      )}
    </div>
  )
}

/** The field keeps the focus: what it says when it is left would move the button away under the finger. */
function stay(event: Event) {
  event.preventDefault()
}

const waitMs = 400

/** What the name could be in English letters: accents are dropped here, characters are read on the server. */
function useProposal(part: 'lastName' | 'firstName', name: string): string | null {
  const [read, setRead] = useState<{ name: string; spelled: string } | null>(null)
  useEffect(() => {
    if (!isChinese(name)) return
    const stop = new AbortController()
    const timer = setTimeout(async () => {
      const reply = await send(spellName, { text: name, part }, { signal: stop.signal, background: true })
      if (reply.ok) setRead({ name, spelled: reply.data.spelled })
    }, waitMs)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [name, part])
  if (isChinese(name)) return read?.name === name ? read.spelled : null
  return withoutAccents(name)
}

const box = css`
  display: flex;
  flex-wrap: wrap;
  gap: 4px 12px;
  align-items: center;
  padding: 10px 14px;
  border-radius: 14px;
  background: var(--accent-soft);
  & p {
    flex: 1 1 12rem;
  }
  & .cap {
    display: block;
  }
  & button {
    min-height: 44px;
    padding: 0 14px;
    border-radius: 12px;
    background: var(--surface);
    color: var(--accent);
    font-weight: 600;
  }
`
