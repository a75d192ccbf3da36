// Parses JSON bodies, and CSV bodies on some routes. Limits size, depth and number of fields. Refuses prototype keys, and drops blank strings.

import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import secureJson from 'secure-json-parse'
import { Rejection } from '../../domain/values/errors.ts'

export const BODY_LIMIT_BYTES = 1024 * 1024
const DEPTH_MAX = 32

/** The maximum number of fields, objects and lists in a body. A larger body is slow to parse, and no operation reads nearly as many. */
const MEMBERS_MAX = 50_000

const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_LIST, CLOSE_LIST] = [0x7b, 0x7d, 0x5b, 0x5d]
const COLON = ':'.charCodeAt(0)
const QUOTE = '"'.charCodeAt(0)
const BACKSLASH = '\\'.charCodeAt(0)

/**
 * Counts brackets and colons outside strings. Throws for a body that is nested too deeply or has too many fields, before the body is
 * parsed.
 */
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

/** Matches bodies that may hold a prototype key, for example encoded with `\u`. Only these bodies go through the slower safe parser. */
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
    /** The length of the JSON or CSV body in bytes. */
    bodyBytes: number
  }
  interface FastifyContextConfig {
    /** The fields that a client can clear with null on this route. True means all fields. In any other field, null counts as absent. */
    nullEmpties?: true | readonly string[]
    /** The route also takes a body of the type text/csv, which becomes the field `csv`. */
    takesCsv?: true
  }
}

const isBlank = (value: unknown): boolean => typeof value === 'string' && value.trim() === ''

/** Removes blank strings from all objects in `value`, in place. Also removes nulls unless `keepsNull` is set. */
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
  // Drops the Content-Type of an empty body. Otherwise the request would be refused if that type is not supported.
  app.addHook('onRequest', ({ raw: { headers } }, _reply, done) => {
    if (headers['content-type'] !== undefined && isEmpty(headers)) delete headers['content-type']
    done()
  })
  // Compressed bodies are refused, because a small compressed body may unpack to any size.
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
  // Handles every Content-Type other than JSON and CSV. An empty body becomes {}, and any other body is refused.
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_LIMIT_BYTES }, async (_request: unknown, bytes: Buffer) => {
    if (bytes.length > 0) throw new Rejection('UNSUPPORTED_MEDIA_TYPE', 'Send the body as Content-Type: application/json.')
    return {}
  })
}

/** Keeps the bodies of incoming webhooks as raw bytes, because the signature of a webhook covers the raw bytes. */
export const keepRawBodies = (app: FastifyInstance): void => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_LIMIT_BYTES }, async (_request: unknown, bytes: Buffer) => bytes)
}

export const rawBodyOf = ({ body }: FastifyRequest): Buffer => (Buffer.isBuffer(body) ? body : Buffer.alloc(0))
