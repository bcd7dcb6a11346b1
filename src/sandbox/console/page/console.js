import { ask, attempt, by, draw, el, item, say } from './ask.js'
import { offerPresets, showIssuer } from './issuer.js'
import { showBot, showMail, showPushes } from './mail.js'

const refreshMs = 1500

function showChain({ head, pending, treasury }) {
  by('chain-head').textContent = `block ${head}${pending ? ` · ${pending} waiting` : ''}`
  const { address, balances } = treasury
  by('treasury-address').textContent = address
  draw('treasury', Object.entries(balances), purse, 'Nothing.')
}

function purse([currency, amount]) {
  const act = (action, label, done) => {
    const button = el('button', { className: 'quiet small', textContent: label, type: 'button' })
    button.onclick = () =>
      attempt(button, async () => {
        await ask('/chain/treasury', { action, currency })
        await refresh()
        return done
      })
    return button
  }
  const acts = el(
    'div',
    { className: 'acts' },
    act('fund', 'Fund', `The hot wallet has more ${currency}.`),
    act('drain', 'Drain', `The hot wallet has no ${currency}.`),
  )
  const title = el('strong', { textContent: `${amount} ${currency}` })
  return el('div', { className: 'item' }, el('div', { className: 'top' }, title, acts))
}

function showRates({ rates }) {
  draw(
    'rate-list',
    rates,
    ({ base, quote, rate }) =>
      el('div', {}, el('small', { textContent: `${base} → ${quote}` }), el('strong', { textContent: rate })),
    'No rates.',
  )
  if (by('pair').options.length > 0) return
  by('pair').append(...rates.map(({ base, quote }) => el('option', { textContent: `${base}/${quote}` })))
}

function showFaults({ waiting, kinds }) {
  draw('fault-list', waiting, fault, 'Everything works.')
  const part = by('fault-part')
  if (part.options.length > 0) return
  part.append(...Object.keys(kinds).map(name => el('option', { textContent: name })))
  part.onchange = () =>
    by('fault-kind').replaceChildren(
      ...kinds[part.value].map(kind => el('option', { value: kind, textContent: kind.replaceAll('_', ' ') })),
    )
  part.onchange()
}

function fault({ part, kind, count, path }) {
  const heal = el('button', { className: 'quiet small', textContent: 'Heal', type: 'button' })
  heal.onclick = () =>
    attempt(heal, async () => {
      await ask('/faults', { part, kind, count: 0 })
      return `${kind} is healed`
    })
  return item({
    title: `${part}: ${kind.replaceAll('_', ' ')}`,
    standing: heal,
    about: `${count} more${path ? ` · calls to ${path}` : ''}`,
  })
}

function bodyOf(form) {
  const body = {}
  for (const element of form.elements) {
    const value = element.value.trim()
    if (!element.name || value === '' || (element.type === 'checkbox' && !element.checked)) continue
    body[element.name] = 'number' in element.dataset ? Number(value) : value
  }
  if (form.contains(by('pair'))) [body.base, body.quote] = by('pair').value.split('/')
  return body
}

function said(reply) {
  if (reply.decision === 'challenged') return 'Waits to be confirmed in the app'
  if (reply.decision) return reply.decision === 'approved' ? 'Approved' : `Declined: ${reply.reason}`
  if (reply.txHash) return `Sent: ${reply.txHash}`
  if (reply.head) return `The chain is at block ${reply.head}.`
  return 'Done'
}

async function refresh() {
  try {
    const state = await ask('/state')
    by('open-app').href = state.app
    by('host-app').value = state.app
    if (state.chain) showChain(state.chain)
    if (state.issuer) showIssuer(state.issuer)
    if (state.rates) showRates(state.rates)
    showFaults(state.faults)
    if (state.mail) await showMail()
    if (state.telegram.bot) await showBot()
    if (state.push) await showPushes()
    by('down').hidden = true
  } catch {
    by('down').hidden = false
  }
}

async function keepFresh() {
  if (!document.hidden) await refresh()
  setTimeout(keepFresh, refreshMs)
}

for (const form of document.querySelectorAll('form[data-post]')) {
  form.addEventListener('submit', event => {
    event.preventDefault()
    attempt(form.querySelector('[type=submit]'), async () => {
      const reply = await ask(form.dataset.post, bodyOf(form))
      await refresh()
      return said(reply)
    })
  })
}
by('heal').onclick = () =>
  attempt(by('heal'), async () => {
    await ask('/faults/clear', {})
    return 'All is well again.'
  })
by('mail-to').oninput = () => showMail().catch(error => say(error.message, true))
offerPresets()
keepFresh()
