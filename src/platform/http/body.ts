// Parses request bodies: JSON, and CSV where a route takes it. Size, depth and number of fields are limited, prototype keys are refused, and blank strings count as absent.

import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import secureJson from 'secure-json-parse'
import { Rejection } from '../../domain/values/errors.ts'

export const BODY_LIMIT_BYTES = 1024 * 1024
const DEPTH_MAX = 32

/** The most fields, objects and lists in a body. Parsing very many is slow, and no operation reads nearly as many. */
const MEMBERS_MAX = 50_000

const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_LIST, CLOSE_LIST] = [0x7b, 0x7d, 0x5b, 0x5d]
const COLON = ':'.charCodeAt(0)
const QUOTE = '"'.charCodeAt(0)
const BACKSLASH = '\\'.charCodeAt(0)

/** Counts brackets and colons outside strings. A body that is too deep or too large is then refused before it is parsed. */
const refuseBombs = (text: string): void => {
  let depth = 0
  let members = 0
  let inString = false
  for (let i = 0; i < text.length; i++) {
    const character = text.charCodeAt(i)
    if (inString) {
      if (character === BACKSLASH) i++
      else if (character === QUOTE) inString = false
    } else if (character === QUOTE) inString = true
    else if (character === OPEN_OBJECT || character === OPEN_LIST) {
      members++
      if (++depth > DEPTH_MAX) throw new Rejection('INVALID_JSON', `The body is nested more than ${DEPTH_MAX} levels deep.`)
    } else if (character === CLOSE_OBJECT || character === CLOSE_LIST) depth--
    else if (character === COLON) members++
    if (members > MEMBERS_MAX) throw new Rejection('INVALID_JSON', `The body has more than ${MEMBERS_MAX} fields, objects and lists.`)
  }
}

/** Matches bodies that may hold a prototype key, which need the slower safe parser. `\u` may encode such a key. */
const SUSPECT = /__proto__|constructor|\\u/

const parseJson = (text: string): unknown => {
  refuseBombs(text)
  try {
    return SUSPECT.test(text) ? secureJson.parse(text, { protoAction: 'error', constructorAction: 'error' }) : JSON.parse(text)
  } catch (error) {
    throw new Rejection('INVALID_JSON', `The body is not acceptable JSON: ${error instanceof Error ? error.message : 'unreadable'}`)
  }
}

const UTF8 = new TextDecoder('utf-8', { fatal: true })

const decode = (bytes: Buffer): string => {
  try {
    return UTF8.decode(bytes)
  } catch {
    throw new Rejection('INVALID_JSON', 'The body is not valid UTF-8.')
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The actual length of the JSON body. */
    bodyBytes: number
  }
  interface FastifyContextConfig {
    /** The fields that null clears on this route; true means all fields. In other fields, null means absent. */
    nullEmpties?: true | readonly string[]
    /** The route also takes a body of the type text/csv, which becomes the field `csv`. */
    takesCsv?: true
  }
}

const isBlank = (value: unknown): boolean => typeof value === 'string' && value.trim() === ''

/** Removes blank strings, and nulls unless `keepsNull`, from objects, in place. */
export const dropAbsent = (value: unknown, keepsNull = false): unknown => {
  if (Array.isArray(value)) for (const item of value) dropAbsent(item, keepsNull)
  else if (typeof value === 'object' && value !== null) {
    const fields = value as Record<string, unknown>
    for (const key of Object.keys(fields)) {
      if (isBlank(fields[key]) || (fields[key] === null && !keepsNull)) delete fields[key]
      else dropAbsent(fields[key], keepsNull)
    }
  }
  return value
}

/** The body without blank strings and nulls, except nulls that clear a field. */
const withoutAbsent = (body: unknown, nullEmpties: true | readonly string[] = []): unknown => {
  if (nullEmpties === true) return dropAbsent(body, true)
  const fields = (body ?? {}) as Record<string, unknown>
  const emptied = nullEmpties.filter((field) => fields[field] === null)
  dropAbsent(body)
  for (const field of emptied) fields[field] = null
  return body
}

const isEmpty = (headers: IncomingHttpHeaders): boolean =>
  headers['transfer-encoding'] === undefined && (headers['content-length'] ?? '0') === '0'

export const readBodies = (app: FastifyInstance): void => {
  // An empty body may have any Content-Type, even an unsupported one.
  app.addHook('onRequest', ({ raw: { headers } }, _reply, done) => {
    if (headers['content-type'] !== undefined && isEmpty(headers)) delete headers['content-type']
    done()
  })
  // Compressed bodies are refused, because a small one may unpack to any size.
  app.addHook('preParsing', ({ raw: { headers } }, _reply, _payload, done) => {
    const encoding = headers['content-encoding']?.trim().toLowerCase() || 'identity'
    if (encoding === 'identity' || isEmpty(headers)) done()
    else done(new Rejection('UNSUPPORTED_MEDIA_TYPE', 'Send the body as it is, without Content-Encoding: compressed bodies are not read.'))
  })
  app.decorateRequest('bodyBytes', 0)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer', bodyLimit: BODY_LIMIT_BYTES },
    async (request: FastifyRequest, bytes: Buffer) => {
      request.bodyBytes = bytes.length
      if (bytes.length === 0) return {}
      return withoutAbsent(parseJson(decode(bytes)), request.routeOptions.config.nullEmpties)
    },
  )
  app.addContentTypeParser(
    'text/csv',
    { parseAs: 'buffer', bodyLimit: BODY_LIMIT_BYTES },
    async (request: FastifyRequest, bytes: Buffer) => {
      if (!request.routeOptions.config.takesCsv)
        throw new Rejection('UNSUPPORTED_MEDIA_TYPE', 'Send the body as Content-Type: application/json.')
      request.bodyBytes = bytes.length
      return { csv: decode(bytes) }
    },
  )
  // An empty body becomes {}, whatever its Content-Type.
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_LIMIT_BYTES }, async (_request: unknown, bytes: Buffer) => {
    if (bytes.length > 0) throw new Rejection('UNSUPPORTED_MEDIA_TYPE', 'Send the body as Content-Type: application/json.')
    return {}
  })
}

/** Keeps the bodies of incoming webhooks as raw bytes, which their signature covers. */
export const keepRawBodies = (app: FastifyInstance): void => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_LIMIT_BYTES }, async (_request: unknown, bytes: Buffer) => bytes)
}

export const rawBodyOf = ({ body }: FastifyRequest): Buffer => (Buffer.isBuffer(body) ? body : Buffer.alloc(0))
