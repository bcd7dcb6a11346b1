import { signal } from '@preact/signals'
import type { ComponentType } from 'preact'
import type { UserInfo } from '../../../../contract/account.ts'
import { tryOften } from '../../../chunks/lazily.ts'
import type { Overview } from '../../../overview.ts'
import { loadWords } from '../../../state/locale.ts'
import { session } from '../../../state/session.ts'

type Part = ComponentType<{ of: Overview }>

const loaded = signal<Part | null>(null)
let isAsked = false

/**
 * The list of what waits for a customer: a file that nobody loads for whom nothing can wait. Null while it is on its way,
 * so that nothing is drawn which it would push down.
 */
export function toDoPart(of: Overview): Part | null {
  const user = session.value?.user
  if (!user || !mayWait(of, user)) return Nothing
  loadToDo()
  return loaded.value
}

/** For a newcomer it is asked for together with the first answers. */
export function loadToDoEarly() {
  const user = session.peek()?.user
  if (user && !hasBegun(user)) loadToDo()
}

function mayWait({ bills, cards }: Overview, user: UserInfo) {
  const isHeld = Boolean(user.holdSeconds || user.deleteAt)
  return (
    !hasBegun(user) ||
    !cards.length ||
    !bills.length ||
    isHeld ||
    bills.some(isDeclined) ||
    cards.some(isOwing)
  )
}

function hasBegun({ certified, pinSet }: UserInfo) {
  return certified && pinSet
}

function isDeclined({ status }: Overview['bills'][number]) {
  return status === 'declined'
}

function isOwing({ balance }: Overview['cards'][number]) {
  return balance[0] === '-'
}

function loadToDo() {
  if (isAsked) return
  isAsked = true
  tryOften('to-do', () => Promise.all([import('./to-do.tsx'), loadWords('todo')])).then(
    ([{ ToDo }]) => {
      loaded.value = ToDo
    },
    () => {
      loaded.value = Nothing
    },
  )
}

function Nothing() {
  return null
}
