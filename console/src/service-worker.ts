// The service worker: caches the files of one release, so that the console opens offline. It caches no data.

/** The build prepends two constants: RELEASE, a hash of the release's files, and ASSETS, the URLs of these files. */
declare const RELEASE: string
declare const ASSETS: readonly string[]

type Lasting = Event & { waitUntil(work: Promise<unknown>): void }
type Fetching = Event & { request: Request; respondWith(answer: Promise<Response>): void }

const INDEX = '/console'
const ASSET = /\/console\/assets\/[\w.-]+/g
const CACHE_PREFIX = 'waybill-console-'
const CACHE = CACHE_PREFIX + RELEASE

/** Throws if a file cannot be fetched. The browser then tries to install the worker again at a later visit. */
const cacheRelease = async (): Promise<void> => {
  const index = await fetch(INDEX)
  const named = (await index.clone().text()).match(ASSET) ?? []
  // During an update, the server may return the page of another release. That page needs files that this worker does not cache.
  if (!index.ok || named.length === 0 || !named.every((path) => ASSETS.includes(path))) throw new Error('the page is of another release')
  const cache = await caches.open(CACHE)
  await cache.addAll(ASSETS)
  // The page is cached with its headers, because the nonce in the page must match the content security policy in the headers.
  await cache.put(INDEX, index)
}

const deleteOldCaches = async (): Promise<void> => {
  const oldCaches = (await caches.keys()).filter((name) => name.startsWith(CACHE_PREFIX) && name !== CACHE)
  await Promise.all(oldCaches.map((name) => caches.delete(name)))
}

const pageFor = async (request: Request): Promise<Response> => {
  try {
    return await fetch(request)
  } catch (error) {
    const cached = await caches.match(INDEX, { cacheName: CACHE })
    if (cached) return cached
    throw error
  }
}

/**
 * Returns the file from the cache of any release, or else from the network. The release does not matter, because the name of a file changes
 * with its content.
 */
const assetFor = async (request: Request): Promise<Response> => (await caches.match(request, { ignoreVary: true })) ?? fetch(request)

// `skipWaiting` and `claim` are not called, so pages of the previous release keep their worker and files until they are closed.
addEventListener('install', (event) => (event as Lasting).waitUntil(cacheRelease()))
addEventListener('activate', (event) => (event as Lasting).waitUntil(deleteOldCaches()))
addEventListener('fetch', (event) => {
  const { request } = event as Fetching
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (pathname.startsWith(`${INDEX}/assets/`)) (event as Fetching).respondWith(assetFor(request))
  else if (request.mode === 'navigate' && (pathname === INDEX || pathname.startsWith(`${INDEX}/`)))
    (event as Fetching).respondWith(pageFor(request))
})
