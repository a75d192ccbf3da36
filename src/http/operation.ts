// What every documented operation has in common: a name, a summary, a tag, its key, and its error answers.

import type { Static, TSchema } from 'typebox'
import type { ErrorCode } from '../domain/values/errors.ts'
import { BODY_ERRORS, errorAnswers } from './schemas/errors.ts'

declare module 'fastify' {
  interface FastifySchema {
    /** For the document alone: errors have one renderer, and a serialiser for each would double the time to start. */
    errorAnswers?: Record<number, object>
  }
}

export type Operation = {
  id: string
  tag: 'Quotes' | 'Packages' | 'Parcel customers' | 'Webhooks' | 'Test mode' | 'Operations'
  summary: string
  description: string
  params?: TSchema
  query?: TSchema
  body?: TSchema
  answers: Record<number, object>
  errors?: readonly ErrorCode[]
}

/** A good answer: what it is, its schema, and an example that fits it. */
export const goodAnswer = <S extends TSchema>(description: string, schema: S, example: Static<S>): object => ({
  description,
  content: { 'application/json': { schema, example } },
})

export const operation = ({ id, tag, summary, description, params, query, body, answers, errors = [] }: Operation) => ({
  operationId: id,
  tags: [tag],
  summary,
  description,
  security: [{ apiKey: [] }],
  ...(params ? { params } : {}),
  ...(query ? { querystring: query } : {}),
  ...(body ? { body } : {}),
  response: answers,
  errorAnswers: errorAnswers(...errors, ...(body ? BODY_ERRORS : []), ...(query ? (['VALIDATION_FAILED'] as const) : [])),
})
