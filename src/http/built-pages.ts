// /console and /portal: serves the built pages of the console and the portal with a strict content security policy.

import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Rejection } from '../domain/values/errors.ts'
import type { Deps } from '../flows/deps.ts'
import { encodingFor } from '../platform/http/compression.ts'
import * as Type from '../platform/http/schemas/type.ts'

export const CONSOLE_DIR = join(import.meta.dirname, '../../dist/console')
export const PORTAL_DIR = join(import.meta.dirname, '../../dist/portal')

type BuiltPages = {
  path: '/console' | '/portal'
  dir: string
  /** Additional permissions in the content security policy. `scanner`: what the barcode scanner needs. */
  allowed: 'scanner' | 'nothing'
  /** Whether these pages have a service worker. Its URL is `path` followed by /service-worker.js. */
  hasWorker: boolean
}

const HIDDEN = { schema: { hide: true } as object }
const ASSET = { schema: { hide: true, params: Type.Object({ name: Type.String() }) } }
const NONCE_BYTES = 16
const NONCE_PLACE = '%NONCE%'
/** Files may be cached for good, because a file's name changes with its content. */
const CACHED_FOR_GOOD = 'public, max-age=31536000, immutable'
const ASSET_NAME = /^[\w-][\w.-]{0,127}$/
const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
}
const SUFFIXES = { br: '.br', gzip: '.gz' }

const notBuilt = (path: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Waybill</title></head>
<body><h1>The ${path.slice(1)} is not built</h1><p>Run <code>npm run build</code> in Waybill’s folder, then reload this page.</p></body></html>
`

/**
 * The content security policy. Scripts and style sheets may come only from this server. With `scanner`, styles created at run time are
 * allowed if they carry the nonce.
 */
const policy = (allowed: BuiltPages['allowed'], nonce: string): string =>
  [
    "default-src 'none'",
    // The barcode decoder needs WebAssembly.
    allowed === 'scanner' ? "script-src 'self' 'wasm-unsafe-eval'" : "script-src 'self'",
    allowed === 'scanner' ? `style-src 'self' 'nonce-${nonce}'` : "style-src 'self'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "object-src 'none'",
  ].join('; ')

/** Lets the service worker send requests only to this server, and forbids the service worker to import scripts. */
const workerHeaders = (path: string) => ({
  'content-security-policy': "default-src 'none'; connect-src 'self'",
  'cache-control': 'no-cache',
  // Allows the service worker the scope `path`. By default, browsers allow only the script's folder, which is `path` with a trailing slash.
  'service-worker-allowed': path,
})

const contentOf = async (file: string): Promise<Buffer | null> => {
  try {
    return await readFile(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** Matches API paths under /portal. An unknown API path gets a 404 error instead of the portal's page. */
const BELOW = /^\/portal\/v1\b/

export const builtPages = (app: FastifyInstance, deps: Deps, { path, dir, allowed, hasWorker }: BuiltPages): void => {
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'x-robots-tag': 'noindex',
    })
  })

  const sendIndex = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    if (BELOW.test(request.url)) throw new Rejection('NOT_FOUND', 'No such route.')
    const nonce = Buffer.from(deps.random(NONCE_BYTES)).toString('base64')
    const index = await contentOf(join(dir, 'index.html'))
    reply.headers({ 'content-security-policy': policy(allowed, nonce), 'cache-control': 'no-store' }).type('text/html; charset=utf-8')
    return index === null ? reply.code(503).send(notBuilt(path)) : reply.send(index.toString().replace(NONCE_PLACE, nonce))
  }
  app.get(path, HIDDEN, sendIndex)
  app.get(`${path}/*`, HIDDEN, sendIndex)

  if (hasWorker)
    app.get(`${path}/service-worker.js`, HIDDEN, async (_request, reply) => {
      const worker = await contentOf(join(dir, 'service-worker.js'))
      if (worker === null) throw new Rejection('NOT_FOUND', 'No such file.')
      return reply.headers(workerHeaders(path)).type(TYPES['.js']!).send(worker)
    })

  app.get(`${path}/assets/:name`, ASSET, async (request, reply) => {
    const { name } = request.params
    const type = TYPES[extname(name)]
    if (!ASSET_NAME.test(name) || type === undefined) throw new Rejection('NOT_FOUND', 'No such file.')
    const file = join(dir, 'assets', name)
    reply.header('vary', 'accept-encoding')
    const encoding = encodingFor(request)
    const packed = encoding && (await contentOf(file + SUFFIXES[encoding]))
    if (packed) return reply.headers({ 'content-encoding': encoding, 'cache-control': CACHED_FOR_GOOD }).type(type).send(packed)
    const found = await contentOf(file)
    if (found === null) throw new Rejection('NOT_FOUND', 'No such file.')
    return reply.header('cache-control', CACHED_FOR_GOOD).type(type).send(found)
  })
}
