import { ask, by, draw, el, item, say } from './ask.js'

/** Shows the letters, newest first, with the code of each one big. */
export async function showMail() {
  const to = by('mail-to').value.trim()
  const letters = await ask(`/mail${to ? `?to=${encodeURIComponent(to)}` : ''}`)
  draw(
    'letters',
    letters.slice(0, 30),
    letter,
    to ? `Nothing for ${to} yet.` : 'No letter yet. Register in the app and its code arrives here.',
  )
}

/** Shows what the bot wrote to people, newest first. */
export async function showBot() {
  draw(
    'bot-letters',
    (await ask('/telegram/messages')).slice(0, 10),
    botLetter,
    'The bot wrote to nobody yet.',
  )
}

/** Shows what the push service took on for browsers, newest first. */
export async function showPushes() {
  draw('pushes', (await ask('/push/messages')).slice(0, 10), push, 'Nothing was pushed to anybody yet.')
}

function push({ browserId, urgency, ttl, text, at }) {
  const [title, { body }] = JSON.parse(text)
  return item(
    {
      title,
      standing: el('small', { textContent: urgency }),
      about: `${new Date(at).toLocaleTimeString()} · ${browserId.slice(0, 8)} · kept for ${Math.round(ttl / 3600)} h`,
    },
    el('p', { textContent: body }),
  )
}

function botLetter({ chatId, text, at }) {
  return el(
    'article',
    { className: 'letter' },
    el('small', { textContent: `${new Date(at).toLocaleTimeString()} · ${chatId}` }),
    el('pre', { textContent: text }),
  )
}

function letter({ to, subject, text, at }) {
  const code = text.match(/(?<!\d)\d{6}(?!\d)/)?.[0]
  const copy = el('button', { className: 'quiet small', textContent: 'Copy', type: 'button' })
  copy.onclick = async () => {
    await navigator.clipboard.writeText(code)
    say(`${code} copied`)
  }
  return el(
    'article',
    { className: 'letter' },
    el('small', { textContent: `${new Date(at).toLocaleTimeString()} · ${to}` }),
    el('h3', { textContent: subject }),
    code && el('div', { className: 'code' }, el('span', { textContent: code }), copy),
    el(
      'details',
      { open: !code },
      el('summary', { textContent: 'Letter' }),
      el('pre', { textContent: text }),
    ),
  )
}
