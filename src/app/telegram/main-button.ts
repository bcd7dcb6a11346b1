import { effect } from '@preact/signals'
import { currentUrl } from '../routing/hash-location.tsx'
import { on } from './events.ts'
import { post } from './telegram.ts'

// Our own buttons do the work, in Telegram as in a browser: no client says whether it shows its main button, so nothing
// may depend on it. It serves in one place: while the keyboard of the phone covers the button of the form one types in.

/**
 * Lets the client's main button stand in for the button of a form while that cannot be seen; not for a slide, which asks for
 * more than one press. Answers how to stop.
 */
export function standIn(): () => void {
  let button: HTMLButtonElement | null = null
  let isTyping = false
  let isShown = false
  let told = ''

  function tell() {
    const state = isShown && button ? stateOf(button) : hidden
    const text = JSON.stringify(state)
    if (text !== told) post('web_app_setup_main_button', state)
    told = text
  }
  function look() {
    if (button && !button.isConnected) leave()
    // Once shown it stays while one types: it takes height itself, and would come and go.
    isShown ||= isTyping && button !== null && isCovered(button)
    tell()
  }
  function enter({ target }: FocusEvent) {
    const field = target as HTMLElement
    if (!field.matches?.('input:not([type=checkbox]), textarea')) return
    const found = field
      .closest('main form')
      ?.querySelector<HTMLButtonElement>('button[type=submit]:not([data-slide])')
    const own = found && isBeside(found, field) ? found : null
    if (own !== button) isShown = false
    isTyping = true
    button = own
    words.disconnect()
    if (own) words.observe(own, { attributes: true, childList: true, characterData: true, subtree: true })
    look()
  }
  function go({ relatedTarget }: FocusEvent) {
    const next = relatedTarget as Element | null
    // On to the next field of the same form: nothing changes.
    if (!next || !button?.form?.contains(next) || !isBeside(button, next)) rest()
  }
  function rest() {
    isTyping = false
    isShown = false
    tell()
  }
  function leave() {
    button = null
    rest()
  }
  const words = new MutationObserver(tell)
  const stops = [
    listen(document, 'focusin', enter as EventListener),
    // A press of the client's button may take the focus first: the form is remembered until one types elsewhere.
    listen(document, 'focusout', go as EventListener),
    listen(window, 'resize', look),
    ...(window.visualViewport ? [listen(window.visualViewport, 'resize', look)] : []),
    on('main_button_pressed', () => button?.isConnected && button.click()),
    effect(() => {
      if (currentUrl.value) leave()
    }),
    () => words.disconnect(),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

const hidden = { is_visible: false, is_active: false, is_progress_visible: false, text: '' }

/** Always the whole state: clients take what is missing as hidden. */
function stateOf(button: HTMLButtonElement) {
  const { backgroundColor, color } = getComputedStyle(button)
  return {
    is_visible: true,
    is_active: !button.disabled,
    is_progress_visible: button.getAttribute('aria-busy') === 'true',
    text: (button.textContent ?? '').trim().slice(0, 64),
    color: hex(backgroundColor),
    text_color: hex(color),
    has_shine_effect: false,
  }
}

/** `rgb(20, 22, 24)` as clients want it. */
function hex(color: string): string {
  const [red, green, blue] = (color.match(/\d+/g) ?? []).map(Number)
  const two = (part = 0) => part.toString(16).padStart(2, '0')
  return `#${two(red)}${two(green)}${two(blue)}`
}

/** Not under or over it: a sheet may stand inside the form that it lies over. */
function isBeside(button: Element, other: Element): boolean {
  return button.closest('dialog') === other.closest('dialog')
}

function isCovered(button: HTMLElement): boolean {
  const { top, height } = button.getBoundingClientRect()
  return top + height / 2 > (window.visualViewport?.height ?? innerHeight)
}

function listen(target: EventTarget, type: string, listener: EventListener): () => void {
  target.addEventListener(type, listener)
  return () => target.removeEventListener(type, listener)
}
