// Unknown fields and query parameters are refused, or are ignored and named in the response. Likely misspellings of known names are always refused.

import type { Ajv, ErrorObject, FuncKeywordDefinition } from 'ajv'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { PROBLEMS_MAX } from '../../domain/values/errors.ts'

export type UnknownFields = 'refused' | 'named'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How unknown fields are treated. If unset, they are not checked. */
    unknownFields?: UnknownFields
  }
}

/** Known names shorter than this are not checked for misspellings, because they resemble too many unrelated words. */
const NEAR_MISS_MIN_LETTERS = 5
const HEADER = 'waybill-ignored'
const HEADER_MAX_CHARACTERS = 1_000
const NAME_MAX_CHARACTERS = 100

/** True if `sent` is `known` with one letter wrong, missing or doubled, or with two adjacent letters swapped. */
const isNear = (sent: string, known: string): boolean => {
  const longer = sent.length - known.length
  if (known.length < NEAR_MISS_MIN_LETTERS || Math.abs(longer) > 1) return false
  let at = 0
  while (at < sent.length && sent[at] === known[at]) at++
  if (longer === 1) return sent[at] === sent[at - 1] && sent.slice(at + 1) === known.slice(at)
  if (longer === -1) return sent.slice(at) === known.slice(at + 1)
  if (sent.slice(at + 1) === known.slice(at + 1)) return true
  return sent[at] === known[at + 1] && sent[at + 1] === known[at] && sent.slice(at + 2) === known.slice(at + 2)
}

const nearMiss = (sent: string, known: ReadonlySet<string>): string | undefined => {
  if (sent.endsWith('[]') && known.has(sent.slice(0, -2))) return sent.slice(0, -2)
  for (const name of known) if (isNear(sent, name)) return name
  return undefined
}

/** The names of ignored fields, keyed by the parsed body or query that contains them. */
const ignored = new WeakMap<object, Set<string>>()

const printable = (name: string): string => encodeURIComponent(name.slice(0, NAME_MAX_CHARACTERS).toWellFormed())

/** Turns `/parcel/packages/3` and `colour` into `parcel.packages[].colour`. Without the index, all entries of a list give the same path. */
const pathOf = (pointer: string, name: string): string =>
  [...pointer.split('/').slice(1), printable(name)].join('.').replaceAll(/\.\d+(?=\.)/g, '[]')

const ignore = (root: object, pointer: string, name: string): void => {
  const names = ignored.get(root) ?? new Set()
  ignored.set(root, names.add(pathOf(pointer, name)))
}

const KEYWORD = 'knownFields'
const NONE: Partial<ErrorObject>[] = []

const keyword: FuncKeywordDefinition = {
  keyword: KEYWORD,
  type: 'object',
  errors: true,
  compile: ({ names, unknown }: { names: string[]; unknown: UnknownFields }) => {
    const known = new Set(names)
    const check = (data: object, at?: { instancePath: string; rootData: unknown }): boolean => {
      let errors = NONE
      let left = PROBLEMS_MAX
      for (const name in data) {
        if (known.has(name)) continue
        if (left-- === 0) break
        const meant = nearMiss(name, known)
        if (meant === undefined && unknown === 'named') ignore(at!.rootData as object, at!.instancePath, name)
        else errors = [...errors, { keyword: KEYWORD, params: { name, meant } }]
      }
      check.errors = errors
      return errors.length === 0
    }
    check.errors = NONE
    return check
  },
}

export const addKnownFields = (validator: Ajv): Ajv => validator.addKeyword(keyword)

/**
 * Adds the check for unknown fields to a schema with `properties`. Schemas without `properties` and schemas with `additionalProperties`
 * stay as they are.
 */
export const withKnownFields = (schema: Record<string, unknown>, unknown: UnknownFields | undefined): Record<string, unknown> =>
  unknown === undefined || schema.properties === undefined || schema.additionalProperties !== undefined
    ? schema
    : { ...schema, [KEYWORD]: { names: Object.keys(schema.properties as object), unknown } }

/** If an error comes from the check for unknown fields, returns the name of the field and the message. Returns null for other errors. */
export const unknownIn = ({ keyword: of, params }: ErrorObject, part: string): { name: string; message: string } | null =>
  of === KEYWORD
    ? {
        name: params.name,
        message: `is not a ${part === 'body' ? 'field' : 'parameter'} of this request${params.meant === undefined ? '' : `: did you mean ${params.meant}?`}`,
      }
    : null

const namesIn = (part: unknown): ReadonlySet<string> | undefined =>
  typeof part === 'object' && part !== null ? ignored.get(part) : undefined

export const ignoredFields = ({ body, query }: Pick<FastifyRequest, 'body' | 'query'>): string | null => {
  const [inBody, inQuery] = [namesIn(body), namesIn(query)]
  if (!inBody && !inQuery) return null
  const all = [...(inBody ?? []), ...(inQuery ?? [])].join(', ')
  return all.length <= HEADER_MAX_CHARACTERS ? all : `${all.slice(0, all.lastIndexOf(', ', HEADER_MAX_CHARACTERS))}, ...`
}

export const nameIgnoredFields = (app: FastifyInstance): void => {
  app.addHook('onSend', (request, reply, _payload, done) => {
    const names = ignoredFields(request)
    if (names !== null) reply.header(HEADER, names)
    done()
  })
}
