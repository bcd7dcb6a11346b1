// What a Telegram client answers to each event of a mini app. Names and payloads are Telegram's own.

const none = { top: 0, bottom: 0, left: 0, right: 0 }
// A phone: what the system covers, and what the client's own buttons cover below that. They add up.
const phone = { ...none, top: 20, bottom: 12 }
const phoneContent = { ...none, top: 28 }

/** Answers by the name of the event: `(data, host) => void`. What is not here is only recorded. */
export const answers = {
  web_app_request_theme: (_data, host) =>
    host.answer('theme_changed', { theme_params: host.themes[host.state.theme] }),
  web_app_request_viewport: (_data, host) =>
    host.answer('viewport_changed', {
      width: host.frame.clientWidth,
      height: host.frame.clientHeight,
      is_expanded: true,
      is_state_stable: true,
    }),
  // Web K knows neither.
  web_app_request_safe_area: (_data, host) =>
    host.isWebK || host.answer('safe_area_changed', host.isPhone ? phone : none),
  web_app_request_content_safe_area: (_data, host) =>
    host.isWebK || host.answer('content_safe_area_changed', host.isPhone ? phoneContent : none),
  web_app_set_header_color: ({ color }, host) => {
    if (color)
      Object.assign(host.by('frame').previousElementSibling.style, { background: color, color: inkOn(color) })
  },
  web_app_set_bottom_bar_color: ({ color }, host) => {
    host.by('main').parentElement.style.background = color ?? ''
  },
  web_app_setup_back_button: ({ is_visible }, host) => {
    host.by('back').hidden = !is_visible
  },
  web_app_setup_settings_button: ({ is_visible }, host) => {
    host.by('settings').hidden = !is_visible
  },
  web_app_setup_main_button: (data, host) => setUp(host.by('main'), data),
  web_app_setup_secondary_button: (data, host) => setUp(host.by('secondary'), data),
  web_app_setup_closing_behavior: ({ need_confirmation }, host) => {
    host.state.needsConfirmation = need_confirmation
  },
  web_app_close: (_data, host) => host.frame.remove(),
  iframe_will_reload: (_data, host) => host.relaunch(),
  web_app_open_popup: openPopup,
  web_app_open_scan_qr_popup: openScanner,
  web_app_close_scan_qr_popup: (_data, host) => host.by('scan').close(''),
  web_app_open_link: ({ url }) => window.open(url, '_blank', 'noopener'),
  web_app_read_text_from_clipboard: ({ req_id }, host) =>
    host.answer('clipboard_text_received', { req_id, data: null }),
  web_app_request_write_access: (_data, host) => host.answer('write_access_requested', { status: 'allowed' }),
  web_app_request_phone: (_data, host) => host.answer('phone_requested', { status: 'cancelled' }),
  web_app_send_prepared_message: sendPrepared,
  // Desktops and web clients have none.
  web_app_check_home_screen: (_data, host) =>
    host.answer('home_screen_checked', { status: canAdd(host) ? 'missed' : 'unsupported' }),
  web_app_add_to_home_screen: (_data, host) =>
    canAdd(host)
      ? host.answer('home_screen_added')
      : host.answer('home_screen_failed', { error: 'UNSUPPORTED' }),
  web_app_request_file_download: (_data, host) =>
    host.answer('file_download_requested', { status: 'downloading' }),
  // Only phones have them. Here everybody is who they say.
  web_app_biometry_get_info: (_data, host) => tellBiometry(host),
  web_app_biometry_request_access: (_data, host) => {
    biometry.isGranted = true
    tellBiometry(host)
  },
  web_app_biometry_request_auth: (_data, host) =>
    host.answer(
      'biometry_auth_requested',
      biometry.token ? { status: 'authorized', token: biometry.token } : { status: 'failed' },
    ),
  web_app_biometry_update_token: ({ token }, host) => {
    biometry.token = token
    host.answer('biometry_token_updated', { status: token ? 'updated' : 'removed' })
  },
  web_app_device_storage_save_key: (data, host) => storage(data, host, 'save'),
  web_app_device_storage_get_key: (data, host) => storage(data, host, 'get'),
  web_app_device_storage_clear: (data, host) => storage(data, host, 'clear'),
  web_app_secure_storage_save_key: refuseSecure,
  web_app_secure_storage_get_key: refuseSecure,
  web_app_secure_storage_clear: refuseSecure,
  web_app_invoke_custom_method: ({ req_id }, host) =>
    host.answer('custom_method_invoked', { req_id, error: 'UNSUPPORTED' }),
}

async function sendPrepared({ id }, host) {
  if (!host.isPhone) return
  const response = await fetch(`/telegram/prepared?id=${encodeURIComponent(id)}`)
  const { message } = response.ok ? await response.json() : {}
  if (message) host.answer('prepared_message_sent')
  else host.answer('prepared_message_failed', { error: 'MESSAGE_EXPIRED' })
}

const biometry = { isGranted: false, token: '' }

function tellBiometry(host) {
  if (!host.isPhone || host.mood === 'unsupported')
    return host.answer('biometry_info_received', { available: false })
  host.answer('biometry_info_received', {
    available: true,
    type: 'finger',
    access_requested: biometry.isGranted,
    access_granted: biometry.isGranted,
    token_saved: biometry.token !== '',
    device_id: 'sandbox',
  })
}

function canAdd({ isPhone, mood }) {
  return isPhone && mood !== 'unsupported'
}

// As in Web A: what is missing counts as false, not as unchanged.
function setUp(button, { is_visible, is_active, is_progress_visible, text, color, text_color }) {
  button.hidden = !is_visible || !text?.trim()
  button.disabled = is_active === false
  button.textContent = is_progress_visible ? '…' : (text ?? '')
  button.style.background = color ?? '#3390ec'
  button.style.color = text_color ?? '#ffffff'
}

// As in Web A: a fourth popup within two seconds is answered as closed.
function openPopup({ title, message, buttons = [] }, host) {
  const now = Date.now()
  host.state.popups = [...host.state.popups.filter(at => at > now - 2000), now]
  if (host.state.popups.length > 3) return host.answer('popup_closed', {})
  const popup = host.by('popup')
  const form = Object.assign(document.createElement('form'), { method: 'dialog' })
  const words = [title && ['h2', title], ['p', message]].filter(Boolean)
  form.append(
    ...words.map(([tag, text]) => Object.assign(document.createElement(tag), { textContent: text })),
  )
  const choices = Object.assign(document.createElement('div'), { className: 'choices' })
  const names = { ok: 'OK', close: 'Close', cancel: 'Cancel' }
  for (const { id, type, text } of buttons) {
    choices.append(
      Object.assign(document.createElement('button'), {
        value: id ?? '',
        textContent: text ?? names[type] ?? 'OK',
      }),
    )
  }
  form.append(choices)
  popup.replaceChildren(form)
  popup.returnValue = ''
  popup.onclose = () => host.answer('popup_closed', popup.returnValue ? { button_id: popup.returnValue } : {})
  popup.showModal()
}

function openScanner({ text = '' }, host) {
  // Web K closes it at once; Web A says nothing at all, and only `good` and `late` clients of phones can read.
  if (host.isWebK) return host.answer('scan_qr_popup_closed')
  const scan = host.by('scan')
  host.by('scan-text').textContent = text
  host.by('scan-value').value = ''
  scan.returnValue = ''
  scan.onclose = () => {
    if (scan.returnValue === 'read') host.answer('qr_text_received', { data: host.by('scan-value').value })
    host.answer('scan_qr_popup_closed')
  }
  scan.showModal()
}

const stored = new Map()
function storage({ req_id, key, value }, host, verb) {
  if (host.mood === 'unsupported')
    return host.answer('device_storage_failed', { req_id, error: 'UNSUPPORTED' })
  if (verb === 'clear') {
    stored.clear()
    return host.answer('device_storage_cleared', { req_id })
  }
  if (verb === 'get')
    return host.answer('device_storage_key_received', { req_id, value: stored.get(key) ?? null })
  if (value === null || value === undefined) stored.delete(key)
  else stored.set(key, value)
  host.answer('device_storage_key_saved', { req_id })
}

function refuseSecure({ req_id }, host) {
  host.answer('secure_storage_failed', { req_id, error: 'UNSUPPORTED' })
}

function inkOn(color) {
  const [red, green, blue] = [1, 3, 5].map(i => Number.parseInt(color.slice(i, i + 2), 16))
  return red * 0.3 + green * 0.6 + blue * 0.1 > 140 ? '#16181a' : '#ffffff'
}
