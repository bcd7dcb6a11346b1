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
}
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
export function showIssuer({ cards, orders, threads, webhooks }) {
  for (const select of document.querySelectorAll('[data-cards]')) chooseCards(select, cards)
  draw('threads', threads.slice(0, 12), purchase, 'Nothing bought yet.')
  draw(
    'card-list',
    cards.map(card => ({ ...card, order: orders.find(({ cardId }) => cardId === card.id) })),
    plastic,
    'No card yet. Open one in the app.',
  )
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

function purchase(thread) {
  const { id: threadId, merchant, state, reason, authorized, reversed, cleared, refunded, last4, at } = thread
  const amount = el('input', { placeholder: 'all', inputMode: 'decimal', ariaLabel: 'Amount' })
  amount.style.maxWidth = '96px'
  const post = (label, type, more = {}) =>
    act(
      label,
      '/issuer/events',
      () => ({
        type,
        threadId,
        ...(amount.value && type !== 'authorization.expired' ? { amount: amount.value } : {}),
        ...more,
      }),
      `${type} sent`,
    )
  const sums = [
    `held ${authorized}`,
    reversed !== '0.00' && `reversed ${reversed}`,
    cleared !== '0.00' && `cleared ${cleared}`,
    refunded !== '0.00' && `refunded ${refunded}`,
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
      ),
  )
}

function plastic({ id: cardId, last4, cardholder, productId, state, form, isActivated, order }) {
  const become = (label, next) =>
    act(
      label,
      '/issuer/events',
      () => ({ type: 'card.updated', cardId, state: next }),
      `The issuer made it ${next}.`,
    )
  return item(
    {
      title: `•••• ${last4} ${cardholder}`,
      standing: pill(state),
      about: `${productId} · ${form}${isActivated ? '' : ' · not activated'}`,
    },
    order &&
      el('small', {
        textContent: `Parcel ${order.state}${order.tracking ? ` · ${order.tracking}` : ''} · code on the letter ${order.activationCode}`,
      }),
    el(
      'div',
      { className: 'acts' },
      state === 'active' && become('Freeze at issuer', 'frozen'),
      state === 'frozen' && become('Unfreeze at issuer', 'active'),
      state !== 'closed' && become('Close at issuer', 'closed'),
      order &&
        order.state !== 'delivered' &&
        act('Advance parcel', `/issuer/orders/${order.id}/advance`, () => ({}), 'The parcel moved on.'),
      order &&
        order.state !== 'printing' &&
        order.state !== 'returned' &&
        act(
          'Parcel returned',
          `/issuer/orders/${order.id}/advance`,
          () => ({ to: 'returned' }),
          'The parcel came back.',
        ),
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
