// Keeps the frame of the installed application for a start without a network: the page itself and the files of the build.
// Calls always go to the server; what people read is never kept here.
const kept = 'oa-frame'
const most = 400
const foreign = /^\/(api|idp|public|docs|ws)(\/|$)/

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== location.origin || foreign.test(url.pathname)) return
  if (request.mode === 'navigate') event.respondWith(page(request))
  else if (url.pathname.startsWith('/assets/')) event.respondWith(file(request))
})

/** From the server, else as it was at last; every address shows the same page. */
async function page(request) {
  const frame = await caches.open(kept)
  try {
    const answer = await fetch(request)
    if (answer.ok) await frame.put('/', answer.clone())
    return answer
  } catch (error) {
    const before = await frame.match('/')
    if (before) return before
    throw error
  }
}

/** Files of the build never change under their name. */
async function file(request) {
  const frame = await caches.open(kept)
  const before = await frame.match(request)
  if (before) return before
  const answer = await fetch(request)
  if (answer.ok) {
    await frame.put(request, answer.clone())
    await forgetOldest(frame)
  }
  return answer
}

async function forgetOldest(frame) {
  const files = (await frame.keys()).filter(({ url }) => new URL(url).pathname.startsWith('/assets/'))
  await Promise.all(files.slice(0, Math.max(0, files.length - most)).map((old) => frame.delete(old)))
}
