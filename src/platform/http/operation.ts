// Builds the options of a route from the description of its operation: schemas, security and error responses.

import type { FastifyContextConfig, FastifySchema } from 'fastify'
import type { Static, TSchema } from 'typebox'
import type { ErrorCode } from '../../domain/values/errors.ts'
import { KEY_ERRORS } from './schemas/errors.ts'
import * as Type from './schemas/type.ts'
import type { UnknownFields } from './unknown-fields.ts'

type AnswerOf<S> = S extends { content: Record<string, { schema: infer C }> } ? AnswerOf<C> : S extends TSchema ? Static<S> : unknown

declare module 'fastify' {
  /** The types of a route's params, query, body and answers are those of its schema. */
  interface FastifyTypeProviderDefault {
    validator: this['schema'] extends TSchema ? Static<this['schema']> : unknown
    serializer: AnswerOf<this['schema']>
  }
  interface FastifySchema {
    /** Used only in the API document. */
    errors?: readonly ErrorCode[]
  }
}

type Tag =
  | 'Quotes'
  | 'Packages'
  | 'Parcel customers'
  | 'Inbound parcels'
  | 'Billing'
  | 'Messages'
  | 'Webhooks'
  | 'Requests'
  | 'Test mode'
  | 'Operations'

export type Operation = {
  id: string
  summary: string
  description: string
  params?: TSchema
  query?: TSchema
  body?: TSchema
  answers: Record<number, object>
  /** The errors that not every operation has. `params` implies NOT_FOUND. */
  errors?: readonly ErrorCode[]
  /**
   * Whether the operation is part of the contract. Its unknown fields are then ignored and named; those of other operations are refused.
   */
  isContract?: true
  /** Whether the handler reports errors of the schema and of the rules together, by `problemsOf`. */
  attachValidation?: true
  /** Whether the body may also be the CSV file itself. */
  takesCsv?: true
  config?: FastifyContextConfig
}

export const goodAnswer = <S extends TSchema>(description: string, schema: S, example: Static<S>) => ({
  description,
  content: { 'application/json': { schema, example } },
})

export const answerByFlow = <S extends TSchema>(description: string, schema: S, examples: Record<string, Static<S>>) => ({
  description,
  content: {
    'application/json': { schema, examples: Object.fromEntries(Object.entries(examples).map(([name, value]) => [name, { value }])) },
  },
})

export const fileAnswer = (description: string, ...types: string[]) => ({
  description,
  content: Object.fromEntries(types.map((type) => [type, { schema: Type.Unsafe<unknown>({ type: 'string' }) }])),
})

/** The schemas of an operation, under the names that Fastify's types use. */
export type SchemasOf<O extends Pick<Operation, 'params' | 'query' | 'body' | 'answers'>> = {
  params: O['params']
  querystring: O['query']
  body: O['body']
  response: O['answers']
}

/** The options of a route under /v1. */
export const operation = <O extends Operation>(tag: Tag, described: O) => {
  const {
    id,
    summary,
    description,
    params,
    query,
    body,
    answers,
    errors = [],
    attachValidation = false,
    isContract = false,
    takesCsv,
    config = {},
  } = described
  const schema = {
    operationId: id,
    tags: [tag],
    summary,
    description,
    security: [{ apiKey: [] }],
    ...(params ? { params } : {}),
    ...(query ? { querystring: query } : {}),
    ...(body ? { body } : {}),
    ...(takesCsv ? { consumes: ['application/json', 'text/csv'] } : {}),
    response: answers,
    errors: [
      ...KEY_ERRORS,
      ...(params ? (['NOT_FOUND'] as const) : []),
      ...errors,
      ...(body || query || !isContract ? (['VALIDATION_FAILED'] as const) : []),
    ],
  }
  const unknownFields: UnknownFields = isContract ? 'named' : 'refused'
  const taken = takesCsv ? { takesCsv } : {}
  return { attachValidation, config: { unknownFields, ...taken, ...config }, schema: schema as FastifySchema & SchemasOf<O> }
}
