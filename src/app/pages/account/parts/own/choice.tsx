import { css } from 'goober'
import { useState } from 'react'
import { feel } from '../../../../telegram/telegram.ts'
import { Icon } from '../../../../ui/icon.tsx'
import type { IconName } from '../../../../ui/icon-names.ts'
import { Row } from '../../../../ui/list.tsx'
import { paper } from '../../../../ui/paper.ts'
import { Sheet } from '../../../../ui/sheet.tsx'

export interface ChoiceProps<T extends string> {
  icon: IconName
  title: string
  value: T
  options: readonly { value: T; label: string; note?: string }[]
  onChange: (value: T) => void
}

/** A row that shows what is chosen and opens the other choices. */
export function Choice<T extends string>({ icon, title, value, options, onChange }: ChoiceProps<T>) {
  const [isOpen, open] = useState(false)

  function choose(next: T) {
    feel('selection')
    open(false)
    if (next !== value) onChange(next)
  }

  return (
    <>
      <Row
        icon={icon}
        title={title}
        value={<span class="cap">{options.find(option => option.value === value)?.label}</span>}
        onPress={() => open(true)}
      />
      <Sheet isOpen={isOpen} title={title} onClose={() => open(false)}>
        <ul class={`${paper} ${list}`}>
          {options.map(option => (
            <li key={option.value}>
              <button
                type="button"
                aria-pressed={option.value === value}
                onClick={() => choose(option.value)}
              >
                <span>
                  {option.label}
                  {option.note && <span class="cap">{option.note}</span>}
                </span>
                {option.value === value && <Icon name="check" size={20} />}
              </button>
            </li>
          ))}
        </ul>
      </Sheet>
    </>
  )
}

const list = css`
  overflow: hidden;
  & li + li {
    border-top: 1px solid var(--line);
  }
  & button {
    display: flex;
    align-items: center;
    justify-content: space-between;
    width: 100%;
    min-height: 56px;
    padding: 8px 16px;
    text-align: start;
  }
  & .cap {
    display: block;
    font-weight: 400;
  }
  & [aria-pressed="true"] {
    color: var(--accent);
    font-weight: 600;
  }
`
