/** Asks the console's own API; throws what it says when it refuses. */
export async function ask(path, body) {
  const options = body && {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }
  const response = await fetch(path, options)
  const reply = await response.json()
  if (!response.ok) throw new Error(reply.message ?? reply.error)
  return reply
}

/** An element with text and children; nothing from outside is ever read as HTML. */
export function el(tag, props = {}, ...children) {
  const element = Object.assign(document.createElement(tag), props)
  element.append(...children.filter(child => child !== null && child !== undefined && child !== false))
  return element
}

/** One of a list: what it is, how it stands, a small line about it, and what else there is. */
export function item({ title, standing, about }, ...more) {
  return el(
    'div',
    { className: 'item' },
    el('div', { className: 'top' }, el('strong', { textContent: title }), standing),
    el('small', { textContent: about }),
    ...more,
  )
}

/** The element with an id. */
export const by = id => document.getElementById(id)

let hiding
/** Says what happened, for a while. */
export function say(text, isBad = false) {
  const toast = by('toast')
  toast.textContent = text
  toast.className = isBad ? 'bad' : ''
  toast.hidden = false
  clearTimeout(hiding)
  hiding = setTimeout(() => {
    toast.hidden = true
  }, 5000)
}

/** Does what a button promises and says how it went. */
export async function attempt(button, work) {
  button.disabled = true
  try {
    say(await work())
  } catch (error) {
    say(error.message, true)
  } finally {
    button.disabled = false
  }
}

const drawn = new Map()
/** Draws a list anew only when it has changed, so that nothing is pulled away under a finger. */
export function draw(id, rows, show, empty) {
  const print = JSON.stringify(rows)
  if (drawn.get(id) === print) return
  drawn.set(id, print)
  by(id).replaceChildren(
    ...(rows.length > 0 ? rows.map(show) : [el('p', { className: 'empty', textContent: empty })]),
  )
}
