import { ask, attempt, by, draw, el, item } from './ask.js'

const presets = [
  {
    merchant: 'Blue Bottle Coffee',
    city: 'Hong Kong',
    country: 'HK',
    mcc: '5814',
    amount: '5.20',
    channel: 'contactless',
  },
  { merchant: 'Eslite Books', city: 'Taipei', country: 'TW', mcc: '5942', amount: '38.00', channel: 'chip' },
  {
    merchant: 'Nimbus Cloud',
    city: 'Seattle',
    country: 'US',
    mcc: '5734',
    amount: '20.00',
    channel: 'online',
  },
  { merchant: 'Hotel Celadon', city: 'Kyoto', country: 'JP', mcc: '7011', amount: '240.00', channel: 'chip' },
  {
    merchant: 'Harbour Fuel',
    city: 'Hong Kong',
    country: 'HK',
    mcc: '5542',
    amount: '1.00',
    channel: 'chip',
  },
  {
    merchant: 'Bank of the Bay',
    city: 'Macau',
    country: 'MO',
    mcc: '6011',
    amount: '100.00',
    channel: 'atm',
  },
  {
    merchant: 'Lucky Dragon Casino',
    city: 'Macau',
    country: 'MO',
    mcc: '7995',
    amount: '50.00',
    channel: 'online',
  },
]

const tones = {
  approved: 'wait',
  asking: 'wait',
  declined: 'bad',
  expired: 'bad',
  closed: 'bad',
  frozen: 'wait',
  inactive: 'wait',
  received: 'wait',
  evidence_wanted: 'wait',
  lost: 'bad',
}
const wholeOnly = ['authorization.expired', 'authorization.declined_by_issuer']
const pill = state => el('span', { className: `pill ${tones[state] ?? ''}`, textContent: state })

function act(label, path, body, done) {
  const button = el('button', { className: 'quiet small', textContent: label, type: 'button' })
  button.onclick = () =>
    attempt(button, async () => {
      const reply = await ask(path, body())
      return reply.decision ? `${reply.decision}${reply.reason ? `: ${reply.reason}` : ''}` : done
    })
  return button
}

/** Fills the merchant presets once. */
export function offerPresets() {
  const form = by('purchase')
  for (const preset of presets) {
    const button = el('button', { textContent: preset.merchant, type: 'button' })
    button.onclick = () => {
      for (const [name, value] of Object.entries(preset)) form.elements[name].value = value
    }
    by('presets').append(button)
  }
}

/** Shows cards, parcels, purchases and what waits to be delivered. */
export function showIssuer({ cards, orders, threads, challenges, disputes, webhooks }) {
  for (const select of document.querySelectorAll('[data-cards]')) chooseCards(select, cards)
  draw(
    'threads',
    threads.slice(0, 12).map(thread => ({ ...thread, challenge: challengeOf(thread, challenges) })),
    purchase,
    'Nothing bought yet.',
  )
  draw(
    'card-list',
    cards.map(card => ({ ...card, order: orders.find(({ cardId }) => cardId === card.id) })),
    plastic,
    'No card yet. Open one in the app.',
  )
  draw('disputes', disputes, contested, 'Nobody contests anything.')
  draw('webhooks', webhooks, waiting, 'Nothing. The server has heard everything.')
}

function chooseCards(select, cards) {
  const print = cards.map(({ id, state }) => id + state).join()
  if (select.dataset.print === print) return
  const chosen = select.value
  select.dataset.print = print
  select.replaceChildren(
    ...cards.map(({ id, last4, cardholder, state }) =>
      el('option', {
        value: id,
        textContent: `•••• ${last4} ${cardholder}${state === 'active' ? '' : ` (${state})`}`,
      }),
    ),
  )
  if (cards.length === 0) select.append(el('option', { value: '', textContent: 'no card yet' }))
  if (cards.some(({ id }) => id === chosen)) select.value = chosen
}

function challengeOf({ id }, challenges) {
  return challenges.find(({ threadId }) => threadId === id)
}

/** Its cardholder is asked in the app. */
function challenged({ merchant, last4, authorized, challenge }) {
  const until = new Date(challenge.expiresAt).toLocaleTimeString()
  return item(
    {
      title: merchant.name,
      standing: pill('asking'),
      about: `•••• ${last4} · ${authorized} · to be confirmed in the app until ${until}`,
    },
    el(
      'div',
      { className: 'acts' },
      act('Give up', `/issuer/challenges/${challenge.id}/cancel`, () => ({}), 'The shop has given up.'),
    ),
  )
}

function purchase(thread) {
  if (thread.challenge) return challenged(thread)
  const { id: threadId, merchant, state, reason, last4, at } = thread
  const { authorized, reversed, cleared, refunded, disputed } = thread
  const amount = el('input', { placeholder: 'all', inputMode: 'decimal', ariaLabel: 'Amount' })
  amount.style.maxWidth = '96px'
  const post = (label, type, more = {}) =>
    act(
      label,
      '/issuer/events',
      () => ({
        type,
        threadId,
        ...(amount.value && !wholeOnly.includes(type) ? { amount: amount.value } : {}),
        ...more,
      }),
      `${type} sent`,
    )
  const sums = [
    `held ${authorized}`,
    reversed !== '0.00' && `reversed ${reversed}`,
    cleared !== '0.00' && `cleared ${cleared}`,
    refunded !== '0.00' && `refunded ${refunded}`,
    disputed !== '0.00' && `disputed ${disputed}`,
  ]
  return item(
    {
      title: merchant.name,
      standing: pill(state),
      about: `${new Date(at).toLocaleTimeString()} · •••• ${last4} · ${sums.filter(Boolean).join(' · ')}${reason ? ` · ${reason}` : ''}`,
    },
    state !== 'declined' &&
      el(
        'div',
        { className: 'acts' },
        amount,
        post('Raise', 'authorization.incremental'),
        post('Reverse', 'authorization.reversed'),
        post('Expire', 'authorization.expired'),
        post('Clear part', 'clearing.posted', { final: false }),
        post('Clear last', 'clearing.posted', { final: true }),
        post('Refund', 'refund.posted'),
        refunded !== '0.00' && post('Take refund back', 'refund.reversed'),
        cleared !== '0.00' && post('Credit dispute', 'dispute.credited'),
        disputed !== '0.00' && post('Take dispute back', 'dispute.reversed'),
        state === 'approved' && post('Decline after all', 'authorization.declined_by_issuer'),
      ),
  )
}

function plastic(card) {
  const { id: cardId, last4, cardholder, productId, network, state, form, order } = card
  const become = (label, next) =>
    act(
      label,
      '/issuer/events',
      () => ({ type: 'card.updated', cardId, state: next }),
      `The issuer made it ${next}.`,
    )
  const expire = (label, months, done) =>
    act(label, `/issuer/cards/${cardId}/expiry`, () => ({ months }), done)
  const notes = [
    productId,
    network,
    form,
    !card.isActivated && 'not activated',
    card.isPinBlocked && 'PIN blocked',
    card.expires === 'near' && 'expires in two months',
    card.expires === 'due' && 'expires next month or this one',
  ]
  return item(
    {
      title: `•••• ${last4} ${cardholder}`,
      standing: pill(state),
      about: notes.filter(Boolean).join(' · '),
    },
    order && el('small', { textContent: parcelOf(order) }),
    order?.activationCode &&
      (!card.isActivated || order.renewal) &&
      el('img', {
        src: `/issuer/letters/${order.activationCode}`,
        alt: `Activation code ${order.activationCode}`,
        width: 96,
        height: 96,
      }),
    el(
      'div',
      { className: 'acts' },
      state === 'active' && become('Freeze at issuer', 'frozen'),
      state === 'frozen' && become('Unfreeze at issuer', 'active'),
      state !== 'closed' &&
        state !== 'expired' &&
        expire('Expire in two months', 2, 'It expires in two months.'),
      state !== 'closed' && state !== 'expired' && become('Expire at issuer', 'expired'),
      state !== 'closed' && become('Close at issuer', 'closed'),
      ...(order ? parcelActs(order) : []),
    ),
  )
}

function parcelOf({ renewal, state, tracking, reason, address, activationCode }) {
  const parts = [
    `${renewal ? 'New plastic' : 'Parcel'} ${state}`,
    reason,
    tracking && `${tracking.carrier} ${tracking.number}`,
    `to ${address.recipient}, ${address.city}, ${address.country}`,
    activationCode && `code on the letter ${activationCode}`,
  ]
  return parts.filter(Boolean).join(' · ')
}

function parcelActs({ id, state, renewal }) {
  const go = (label, body, done) => act(label, `/issuer/orders/${id}/advance`, () => body, done)
  const isEarly = state === 'received' || state === 'approved'
  return [
    (isEarly || state === 'printing' || state === 'shipped') &&
      go('Advance parcel', {}, 'The parcel moved on.'),
    isEarly &&
      !renewal &&
      go('Refuse order', { to: 'refused', reason: 'address_not_served' }, 'The order is refused.'),
    state === 'shipped' && go('Parcel returned', { to: 'returned' }, 'The parcel came back.'),
  ]
}

function contested({ id, merchant, last4, reason, amount, credited, state, note, evidence }) {
  const go = (label, to) => act(label, `/issuer/disputes/${id}/advance`, () => ({ to }), `${to} sent`)
  const said = evidence.map(({ text, pictures }) =>
    el('small', { textContent: `“${text}”${pictures.length > 0 ? ` · ${pictures.length} pictures` : ''}` }),
  )
  const isOpen = state === 'received' || state === 'evidence_wanted'
  return item(
    {
      title: `${merchant} ${amount}`,
      standing: pill(state),
      about: [`•••• ${last4}`, reason, credited !== '0.00' && `credited ${credited}`, note]
        .filter(Boolean)
        .join(' · '),
    },
    ...said,
    isOpen &&
      el(
        'div',
        { className: 'acts' },
        credited === '0.00' && go('Credit for now', 'credit'),
        go('Ask for evidence', 'evidence_wanted'),
        go('Customer wins', 'won'),
        go('Customer loses', 'lost'),
      ),
  )
}

function waiting({ type, attempts, nextAt, lastError }) {
  return item({
    title: type,
    standing: el('span', { className: 'pill wait', textContent: `tried ${attempts}×` }),
    about: `next ${new Date(nextAt).toLocaleTimeString()}${lastError ? ` · ${lastError}` : ''}`,
  })
}
