// The page where statements are checked, on the phone of whoever checks: the file is hashed here and goes nowhere.
const words = JSON.parse(document.getElementById('words').textContent)
const at = id => document.getElementById(id)
const [form, code, file, drop, result] = ['form', 'code', 'file', 'drop', 'result'].map(at)
const largest = 50 * 1024 * 1024
let latest = 0
// What the visitor asks about: the code of a file takes its place in the field, and not in their mind.
let wanted = ''

form.addEventListener('submit', event => {
  event.preventDefault()
  run(() => ask({ code: code.value }))
})
code.addEventListener('keydown', event => {
  if (event.key !== 'Enter') return
  event.preventDefault()
  form.requestSubmit()
})
code.addEventListener('input', () => {
  wanted = code.value
  latest++
  show(null)
})
file.addEventListener('change', () => {
  const [chosen] = file.files
  if (chosen) run(() => compare(chosen))
})
// The same file may be chosen again, as it is then.
file.addEventListener('click', () => {
  file.value = ''
})
for (const [name, isOver] of [
  ['dragover', true],
  ['dragleave', false],
  ['drop', false],
])
  addEventListener(name, event => {
    event.preventDefault()
    drop.classList.toggle('over', isOver)
  })
addEventListener('drop', event => {
  const dropped = event.dataTransfer?.files[0]
  if (dropped) run(() => compare(dropped))
})
// Another code may be opened in the same place: nothing but what follows the # changes then.
addEventListener('hashchange', begin)
begin()

function begin() {
  code.value = wanted = written(location.hash)
  at('other').hash = location.hash
  latest++
  show(null)
  if (wanted) run(() => ask({ code: code.value }))
}

/** As it was printed; a link that was cut off within a sign has none. */
function written(hash) {
  try {
    return decodeURIComponent(hash.slice(1)).slice(0, 60)
  } catch {
    return ''
  }
}

/** The last one that was begun is the one that is shown. */
async function run(work) {
  const mine = ++latest
  show({ verdict: 'busy' })
  const answer = await work().catch(() => ({ verdict: 'failed' }))
  if (mine !== latest) return
  show(answer)
  result.scrollIntoView({ block: 'nearest' })
}

async function compare(chosen) {
  if (!globalThis.crypto?.subtle) return { verdict: 'unable' }
  if (chosen.size > largest) return { verdict: 'tooLarge' }
  const bytes = await chosen.arrayBuffer()
  const own = codeIn(bytes)
  const typed = code.value.trim()
  if (own) code.value = own
  else if (!typed) return { verdict: 'noCode' }
  const sha256 = hex(await crypto.subtle.digest('SHA-256', bytes))
  const answer = await ask({ code: own || typed, sha256 })
  return { ...answer, name: chosen.name, isOther: Boolean(own && wanted) && plain(own) !== plain(wanted) }
}

/** The code of a statement among its keywords. */
function codeIn(bytes) {
  const text = new TextDecoder('latin1').decode(bytes)
  return /glaze-statement ([0-9A-Z-]{34})/.exec(text)?.[1]
}

function plain(text) {
  return text.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1')
}

function hex(buffer) {
  return Array.from(new Uint8Array(buffer), byte => byte.toString(16).padStart(2, '0')).join('')
}

async function ask(body) {
  if (!body.code.trim()) return { verdict: 'mistyped' }
  const answer = await fetch('/api/common/statement/check', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const { code, data, key } = await answer.json()
  if (code === 1) return data
  if (key === 'limit_exceeded' || answer.status === 429) return { verdict: 'tooOften' }
  return { verdict: key === 'input_invalid' ? 'mistyped' : 'failed' }
}

function show(answer) {
  result.hidden = !answer
  result.setAttribute('aria-busy', String(answer?.verdict === 'busy'))
  if (!answer) return
  const { verdict, name, isOther } = answer
  result.className = verdict
  at('verdict').textContent = words[verdict]
  at('text').textContent = words[`${verdict}Text`] ?? ''
  at('name').textContent = name ?? ''
  at('different').hidden = !isOther
  at('facts').hidden = !answer.kind
  if (!answer.kind) return
  at('kind').textContent = words[answer.kind]
  const told = clockIn(answer.zone)
  at('period').textContent = `${told(answer.from)} – ${told(Date.parse(answer.until) - 1)}`
  at('issuedAt').textContent = told(answer.issuedAt)
  at('zone').textContent = answer.zone
}

/** As the statement has it: by the clock of its zone. */
function clockIn(timeZone) {
  const clock = new Intl.DateTimeFormat(document.documentElement.lang, {
    dateStyle: 'medium',
    timeStyle: 'medium',
    hourCycle: 'h23',
    timeZone,
  })
  return instant => clock.format(new Date(instant))
}
