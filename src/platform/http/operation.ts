// Turns the description of an operation into a route with schemas, security, error responses and a handler.

import type {
  ContextConfigDefault,
  FastifyContextConfig,
  FastifyInstance,
  FastifySchema,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
  RouteGenericInterface,
  RouteHandlerMethod,
  RouteShorthandOptions,
} from 'fastify'
import type { Static, TSchema } from 'typebox'
import type { ErrorCode } from '../../domain/values/errors.ts'
import { KEY_ERRORS } from './schemas/errors.ts'
import * as Type from './schemas/type.ts'
import type { UnknownFields } from './unknown-fields.ts'

type AnswerOf<S> = S extends { content: Record<string, { schema: infer C }> } ? AnswerOf<C> : S extends TSchema ? Static<S> : unknown

declare module 'fastify' {
  /** The schema of a route determines the types of its params, query, body and answers. */
  interface FastifyTypeProviderDefault {
    validator: this['schema'] extends TSchema ? Static<this['schema']> : unknown
    serializer: AnswerOf<this['schema']>
  }
  interface FastifySchema {
    /** Error codes that the API document lists for the route. Tests check that the route answers with no other error code. */
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
  /** Errors in addition to those that every operation has. NOT_FOUND is added automatically if there are `params`. */
  errors?: readonly ErrorCode[]
  /**
   * Whether the operation is part of the API contract. If so, unknown fields in a request are ignored, and a response header names them.
   * Other operations refuse unknown fields.
   */
  isContract?: true
  /** Whether the handler itself reports schema errors, together with the errors of business rules. The handler must call `problemsOf`. */
  attachValidation?: true
  /** Whether the body may be a CSV file instead of JSON. */
  takesCsv?: true
  bodyLimit?: number
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
export type SchemasOf<P, Q, B, A> = { params: P; querystring: Q; body: B; response: A }

/** The options of a route under /v1. */
export const operation = (tag: Tag, described: Operation) => {
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
    bodyLimit,
    config = {},
  } = described
  const schema: FastifySchema = {
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
  return { attachValidation, ...(bodyLimit ? { bodyLimit } : {}), config: { unknownFields, ...taken, ...config }, schema }
}

type Schema = TSchema | undefined
type Answers = Operation['answers']

/** Adds a route. The schemas determine the types of the request and the answers. */
export type AddRoute<Of> = <A extends Answers, P extends Schema = undefined, Q extends Schema = undefined, B extends Schema = undefined>(
  app: FastifyInstance,
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  url: string,
  of: Of,
  described: Omit<Operation, 'params' | 'query' | 'body' | 'answers'> & {
    params?: P
    query?: Q
    body?: B
    answers: A
    handler: RouteHandlerMethod<
      RawServerDefault,
      RawRequestDefaultExpression,
      RawReplyDefaultExpression,
      RouteGenericInterface,
      ContextConfigDefault,
      FastifySchema & SchemasOf<P, Q, B, A>
    >
  },
) => void

export const routesBy =
  <Of>(optionsOf: (of: Of, described: Operation) => RouteShorthandOptions): AddRoute<Of> =>
  (app, method, url, of, { handler, ...described }) => {
    app.route({ method, url, ...optionsOf(of, described as Operation), handler: handler as RouteHandlerMethod })
  }

/** Adds a route under /v1. */
export const route = routesBy(operation)
