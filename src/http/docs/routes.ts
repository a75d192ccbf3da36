// /, /docs and /llms.txt: the index, guides and manuals as HTML and Markdown, and the Postman collection.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createBoundedMap } from '../../domain/values/bounded-map.ts'
import type { Deps } from '../../flows/deps.ts'
import { escaped } from '../../platform/http/html.ts'
import * as Type from '../../platform/http/schemas/type.ts'
import type { StaticFile } from '../../platform/http/static-file.ts'
import { staticFile } from '../../platform/http/static-file.ts'
import * as operators from '../../store/operator/operator.ts'
import type { ApiDocument } from './api-document.ts'
import { documentFor } from './audiences.ts'
import { collectionOf } from './collection.ts'
import type { Docs, Guide } from './guides.ts'
import { loadDocs } from './guides.ts'
import { COLLECTION_NAME, guidePage, homePage, indexPage, missingPage, searchPage } from './pages.ts'
import { PAGE_CSP } from './style.ts'

/** The server URL that is written in the guide files. It is replaced with the URL of this server when a guide is served. */
const SAMPLE_URL = 'http://127.0.0.1:8080'
/** Placeholder for the server URL in the Postman collection. It is replaced with the URL of this server. */
const NO_ADDRESS = 'https://waybill.invalid'
/**
 * The maximum number of cached files: enough for all files under two or three host names. Clients may send any Host header, so the cache
 * needs a limit.
 */
const FILES_MAX = 100

const MARKDOWN = 'text/markdown; charset=utf-8'
const PLAIN = 'text/plain; charset=utf-8'
const JSON_TYPE = 'application/json; charset=utf-8'
const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': PAGE_CSP,
  'referrer-policy': 'no-referrer',
}

const HIDDEN = { schema: { hide: true } as object }
const SEARCH = { schema: { hide: true, querystring: Type.Object({ q: Type.Optional(Type.Unsafe<unknown>({})) }) } }
const NAMED = { schema: { hide: true, params: Type.Object({ name: Type.String() }) } }

/** The response at / depends on the Accept header. */
const BY_ACCEPT = { vary: 'accept, accept-encoding' }

const page = (html: string, more: Record<string, string> = {}): StaticFile => staticFile(Buffer.from(html), { ...PAGE_HEADERS, ...more })
const file = (type: string, text: string, more: Record<string, string> = {}): StaticFile =>
  staticFile(Buffer.from(text), { 'content-type': type, ...more })

const asksForJson = ({ headers: { accept = '' } }: FastifyRequest): boolean =>
  accept.includes('application/json') && !accept.includes('text/html')

const addressesJson = (base: string): string =>
  JSON.stringify({
    name: 'Waybill',
    docs: `${base}/docs`,
    reference: `${base}/reference`,
    openapi: `${base}/openapi.json`,
    client: `${base}/client.tgz`,
    console: `${base}/console`,
    tracking: `${base}/track`,
  })

const llmsText = (guides: readonly Guide[], base: string): string => `# Waybill

> A freight forwarder’s API: quote air and ocean parcel freight, book it, hold, release and track packages. JSON over HTTPS; send the API key in the X-Api-Key header.

## Guides

${guides.map(({ name, title, summary }) => `- [${title}](${base}/docs/${name}.md): ${summary}`).join('\n')}

## Reference

- [OpenAPI document](${base}/openapi.json): every operation, field, example and error; [as YAML](${base}/openapi.yaml)
- [Client for TypeScript and JavaScript](${base}/client.tgz): install it with \`npm install ${base}/client.tgz\`
- [Collection for Postman and Bruno](${base}/docs/${COLLECTION_NAME}): a request for every operation
`

const MARKDOWN_SUFFIX = '.md'

/** A guide or manual as HTML or Markdown, with the URL of this server in its examples. Null if no guide or manual has this name. */
const guideFile = ({ guides, manuals }: Docs, name: string, base: string, brand: string): StaticFile | null => {
  const isMarkdown = name.endsWith(MARKDOWN_SUFFIX)
  const plainName = isMarkdown ? name.slice(0, -MARKDOWN_SUFFIX.length) : name
  const guide = [...guides, ...manuals].find((each) => each.name === plainName)
  if (!guide) return null
  if (isMarkdown)
    return file(
      MARKDOWN,
      guide.markdown.replaceAll(SAMPLE_URL, () => base),
    )
  return page(guidePage(guides.includes(guide) ? guides : manuals, guide, brand).replaceAll(SAMPLE_URL, () => escaped(base)))
}

/** The name that is shown until the operator has set a name. */
const PRODUCT = 'Waybill'

export const docsRoutes = (app: FastifyInstance, deps: Deps): void => {
  /**
   * The operator's name, or the product's name if the operator has not set a name or the store fails. The guides must work without the
   * store.
   */
  const brandNow = async (): Promise<string> => (await operators.find(deps.db).catch(() => null))?.name ?? PRODUCT
  const files = createBoundedMap<StaticFile>(FILES_MAX)
  /** Sends the result of `make`, or 404 if the result is null. Results are cached under `name`, server URL and brand. */
  const sendKept = async (
    request: FastifyRequest,
    reply: FastifyReply,
    name: string,
    make: (base: string, brand: string) => Promise<StaticFile | null> | StaticFile,
  ): Promise<FastifyReply> => {
    const brand = await brandNow()
    const key = `${name} ${request.baseUrl} ${brand}`
    const kept = files.get(key) ?? (await make(request.baseUrl, brand))
    if (!kept)
      return reply
        .code(404)
        .headers(PAGE_HEADERS)
        .send(missingPage((await loadDocs()).guides, brand))
    files.set(key, kept)
    return kept.send(request, reply)
  }
  let collectionText: string | null = null
  /** The collection is generated once. After that, each call only inserts the server URL. */
  const collectionFile = (base: string): StaticFile => {
    collectionText ??= JSON.stringify(collectionOf(documentFor('client', app.swagger() as unknown as ApiDocument), NO_ADDRESS), null, 2)
    return file(
      JSON_TYPE,
      collectionText.replaceAll(NO_ADDRESS, () => JSON.stringify(base).slice(1, -1)),
    )
  }

  app.get('/', HIDDEN, (request, reply) =>
    asksForJson(request)
      ? sendKept(request, reply, 'addresses', (base) => file(JSON_TYPE, addressesJson(base), BY_ACCEPT))
      : sendKept(request, reply, 'home', (_, brand) => page(homePage(brand), BY_ACCEPT)),
  )

  app.get('/docs', SEARCH, async (request, reply) => {
    const query = String(request.query.q ?? '').trim()
    const { guides } = await loadDocs()
    if (query !== '') return page(searchPage(guides, query, await brandNow())).send(request, reply)
    return sendKept(request, reply, 'guides', (_, brand) => page(indexPage(guides, brand)))
  })

  app.get('/docs/:name', NAMED, (request, reply) => {
    const { name } = request.params
    if (name === COLLECTION_NAME) return sendKept(request, reply, name, collectionFile)
    return sendKept(request, reply, `guides/${name}`, async (base, brand) => guideFile(await loadDocs(), name, base, brand))
  })

  app.get('/llms.txt', HIDDEN, (request, reply) =>
    sendKept(request, reply, 'llms.txt', async (base) => file(PLAIN, llmsText((await loadDocs()).guides, base))),
  )
}
