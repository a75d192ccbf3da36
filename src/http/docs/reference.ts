// The pages of the API reference. They load nothing from other servers.

import type { FastifyInstance } from 'fastify'
import Fastify from 'fastify'
import type { StaticFile } from '../../platform/http/static-file.ts'
import { hashOf, redirect, staticFile } from '../../platform/http/static-file.ts'

/** `@scalar/fastify-api-reference` is large, so it is imported only when the reference is first opened. */
const openReference = async (document: object, prefix: `/${string}`, title: string): Promise<FastifyInstance> => {
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  const app = Fastify()
  await app.register(scalar, {
    routePrefix: prefix,
    configuration: {
      content: document,
      pageTitle: title,
      withDefaultFonts: false,
      telemetry: false,
      agent: { disabled: true },
      mcp: { disabled: true },
    } as object,
  })
  await app.ready()
  return app
}

const INLINE_SCRIPT = '<script type="text/javascript">'

/** The inline script of a page. The page's content security policy allows this script by its hash. */
const inlineScriptOf = (html: string): string => html.split(INLINE_SCRIPT)[1]?.split('</script>')[0] ?? ''

/** The content security policy of a page. It allows scripts from this server and the page's inline script, and forbids `eval`. */
const policyFor = (html: string): string =>
  [
    "default-src 'none'",
    `script-src 'self' 'sha256-${hashOf(inlineScriptOf(html))}'`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "object-src 'none'",
  ].join('; ')

const OK = 200

const readReference = async (reference: FastifyInstance, path: string): Promise<StaticFile | null> => {
  const { statusCode, headers, rawPayload } = await reference.inject({ method: 'GET', url: path })
  if (headers.location !== undefined) return redirect(statusCode, String(headers.location))
  if (statusCode !== OK) return null
  const type = String(headers['content-type'])
  const policy = type.startsWith('text/html') ? { 'content-security-policy': policyFor(rawPayload.toString()) } : {}
  return staticFile(rawPayload, { 'content-type': type, ...policy })
}

export const createReference = (document: () => object, prefix: `/${string}`, title: string) => {
  let reference: Promise<FastifyInstance> | null = null
  /** Cached files by path. The cache stays small, because only existing files are cached. */
  const files = new Map<string, StaticFile>()
  return async (path: string): Promise<StaticFile | null> => {
    // A path with percent-encoding is refused. One path can be encoded in many ways, and each spelling would be cached separately.
    if (path.includes('%')) return null
    const known = files.get(path)
    if (known) return known
    reference ??= openReference(document(), prefix, title).catch((error: unknown) => {
      // After a failure, the next request opens the reference again.
      reference = null
      throw error
    })
    const file = await readReference(await reference, path)
    if (file) files.set(path, file)
    return file
  }
}
