// The native bridge of Telegram's apps, for a browser: to be run in the page before the app (a journey adds it as an
// init script). Everything sent is in `window.sent`, newest last. `window.telegramMood`, set before, makes it misbehave
// as the host page does: silent, late, unsupported, old; `blocked` denies web storage as some webviews do.
;(() => {
  const mood = window.telegramMood ?? 'good'
  const stored = new Map(Object.entries(window.telegramStored ?? {}))
  window.sent = []

  const tell = (type, data) => window.Telegram?.WebView.receiveEvent(type, data)
  const answer = (type, data) => {
    if (mood === 'silent') return
    if (mood === 'old' && !['theme_changed', 'viewport_changed'].includes(type)) return
    setTimeout(() => tell(type, data), mood === 'late' ? 2500 : 0)
  }
  const storage =
    (type, work = () => ({})) =>
    data => {
      const { req_id } = data
      if (mood === 'unsupported') answer('device_storage_failed', { req_id, error: 'UNSUPPORTED' })
      else answer(type, { req_id, ...work(data) })
    }

  // `window.telegramFinger` says whose finger is on the phone: `authorized`, or `failed`.
  const biometry = { isGranted: false, token: '' }
  const tellBiometry = () =>
    answer('biometry_info_received', {
      available: mood !== 'unsupported',
      type: 'finger',
      access_requested: biometry.isGranted,
      access_granted: biometry.isGranted,
      token_saved: biometry.token !== '',
      device_id: 'sandbox',
    })

  const answers = {
    web_app_biometry_get_info: tellBiometry,
    web_app_biometry_request_access() {
      biometry.isGranted = true
      tellBiometry()
    },
    web_app_biometry_request_auth() {
      const status = biometry.token ? (window.telegramFinger ?? 'authorized') : 'failed'
      answer('biometry_auth_requested', { status, ...(status === 'authorized' && { token: biometry.token }) })
    },
    web_app_biometry_update_token({ token }) {
      biometry.token = token
      answer('biometry_token_updated', { status: token ? 'updated' : 'removed' })
    },
    web_app_request_viewport: () =>
      answer('viewport_changed', { height: innerHeight, is_expanded: true, is_state_stable: true }),
    web_app_request_safe_area: () => answer('safe_area_changed', { top: 20, bottom: 12, left: 0, right: 0 }),
    web_app_request_content_safe_area: () =>
      answer('content_safe_area_changed', { top: 28, bottom: 0, left: 0, right: 0 }),
    web_app_check_home_screen: () =>
      answer('home_screen_checked', { status: mood === 'unsupported' ? 'unsupported' : 'missed' }),
    web_app_add_to_home_screen: () => answer('home_screen_added'),
    web_app_device_storage_get_key: storage('device_storage_key_received', ({ key }) => ({
      value: stored.get(key) ?? null,
    })),
    web_app_device_storage_save_key: storage('device_storage_key_saved', ({ key, value }) => {
      if (value === null || value === undefined) stored.delete(key)
      else stored.set(key, value)
    }),
  }

  window.TelegramWebviewProxy = {
    postEvent(eventType, json) {
      const eventData = JSON.parse(json)
      window.sent.push({ eventType, eventData, at: Date.now() })
      answers[eventType]?.(eventData)
    },
  }

  if (mood === 'blocked') {
    for (const name of ['localStorage', 'sessionStorage']) {
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('Storage is blocked', 'SecurityError')
        },
      })
    }
  }
})()
