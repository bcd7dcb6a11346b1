import { effect } from '@preact/signals'
import { back, currentRoute, currentUrl, go } from '../routing/hash-location.tsx'
import { canPull } from '../touch/pulled.ts'
import { on } from './events.ts'
import { guards, losses } from './guards.ts'
import { standIn } from './main-button.ts'
import { post } from './telegram.ts'

const debounceMs = 300

/** The client's own controls: back, settings, main button, and what it asks before it closes. Answers how to stop. */
export function takeControls(): () => void {
  const stops = [
    // Sheet, then step of a wizard, then the page before; with nothing left to go back to it is hidden.
    on('back_button_pressed', debounced(back)),
    on(
      'settings_button_pressed',
      debounced(() => currentRoute.value === 'safeCenter' || go('safeCenter')),
    ),
    effect(() => {
      const is_visible = currentUrl.value !== '/' || guards.value > 0
      post('web_app_setup_back_button', { is_visible }, '6.1')
    }),
    effect(() => {
      const is_visible = currentRoute.value === 'index' || currentRoute.value === 'user'
      post('web_app_setup_settings_button', { is_visible }, '6.10')
    }),
    effect(() => {
      const allow_vertical_swipe = guards.value === 0 && !canPull()
      post('web_app_setup_swipe_behavior', { allow_vertical_swipe }, '7.7')
    }),
    effect(() => {
      post('web_app_setup_closing_behavior', { need_confirmation: losses.value > 0 }, '6.2')
    }),
    standIn(),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

/** Clients repeat a press now and then: one press, one action. */
function debounced(action: () => void): () => void {
  let lastAt = Number.NEGATIVE_INFINITY
  return () => {
    const at = performance.now()
    if (at - lastAt < debounceMs) return
    lastAt = at
    action()
  }
}
