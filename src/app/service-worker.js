// Holds the shell and the hashed files of one build. Never the API: no figure comes from here.
const version = __VERSION__
const files = [__MAP__, ...__FILES__.split(' ').map(name => `/assets/${name}.js`)]

addEventListener('install', event => event.waitUntil(fill()))
addEventListener('activate', event => event.waitUntil(Promise.all([forget(), clients.claim()])))
addEventListener('message', event => event.data === 'skip' && skipWaiting())
addEventListener('fetch', event => {
  const { pathname, origin } = new URL(event.request.url)
  if (event.request.method !== 'GET' || origin !== location.origin) return
  if (event.request.mode === 'navigate' && pathname === '/')
    return event.respondWith(held('/', event.request))
  if (pathname.startsWith('/assets/')) event.respondWith(held(pathname, event.request))
})

// What the server says is what the browser is asked for: a title, and what belongs to it (jobs/copy-message.ts).
addEventListener('push', event => event.waitUntil(registration.showNotification(...event.data.json())))
addEventListener('notificationclick', event => event.waitUntil(lead(event.notification)))

// Files keep their name while they keep their content: what an older build held is taken over.
async function fill() {
  const cache = await caches.open(version)
  await cache.add(new Request('/', { cache: 'reload' }))
  for (const file of files) {
    const known = await caches.match(file)
    await (known ? cache.put(file, known) : cache.add(file))
  }
}

async function forget() {
  for (const name of await caches.keys()) if (name !== version) await caches.delete(name)
}

// To its place in the app, and nowhere else: in a window that is open, else in a new one.
async function lead(notification) {
  notification.close()
  const place = `/#${notification.data}`
  const windows = await clients.matchAll({ type: 'window' })
  const open = windows.find(({ url }) => new URL(url).pathname === '/')
  await (open ? Promise.all([open.focus(), open.navigate(place)]) : clients.openWindow(place))
}

async function held(key, request) {
  const cache = await caches.open(version)
  const known = await cache.match(key)
  if (known) return known
  const answer = await fetch(request)
  if (answer.ok && key !== '/') cache.put(key, answer.clone())
  return answer
}
