// Schemas of error bodies, and the error responses of an operation.

import type { ErrorCode } from '../../../domain/values/errors.ts'
import { ERRORS } from '../../../domain/values/errors.ts'
import * as Type from './type.ts'

const code = Type.Enum(Object.keys(ERRORS) as ErrorCode[], { title: 'ErrorCode', description: 'Stable, for programs' })
const request_id = Type.String({ description: 'Quote this when asking for help', examples: ['req_01kqn2x4t8e6nvd0t2d5c1yq7w'] })

export const ErrorBody = Type.Named('ErrorBody', { error: Type.String({ description: 'Message for people' }), code, request_id })

export const ErrorsBody = Type.Named('ErrorsBody', {
  errors: Type.Array(Type.String(), { description: 'One sentence per problem, for people' }),
  code,
  details: Type.Optional(
    Type.Array(
      Type.Titled('FieldProblem', {
        field: Type.String({ description: 'Name of the field as the client wrote it' }),
        message: Type.String(),
        row: Type.Optional(Type.Integer({ description: 'Row of a table that was sent; 1 is the header' })),
        column: Type.Optional(Type.String()),
      }),
      { description: 'The same problems, field by field' },
    ),
  ),
  request_id,
})

const UNPROCESSABLE = 422

const exampleOf = (errorCode: ErrorCode): object => {
  const { status, meaning } = ERRORS[errorCode]
  const rest = { code: errorCode, request_id: 'req_01kqn2x4t8e6nvd0t2d5c1yq7w' }
  return status === UNPROCESSABLE ? { errors: [meaning], ...rest } : { error: meaning, ...rest }
}

/** Errors of every authenticated operation. */
export const KEY_ERRORS: readonly ErrorCode[] = ['UNAUTHORIZED', 'RATE_LIMITED', 'INTERNAL', 'UNAVAILABLE', 'OUTCOME_UNKNOWN', 'OVERLOADED']
/** Errors of every request that may have a body. */
export const BODY_ERRORS: readonly ErrorCode[] = ['INVALID_JSON', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE']
/** Errors of every request that may have an Idempotency-Key. */
export const IDEMPOTENCY_ERRORS: readonly ErrorCode[] = [
  'VALIDATION_FAILED',
  'IDEMPOTENCY_KEY_REUSED',
  'IDEMPOTENCY_IN_PROGRESS',
  'IDEMPOTENCY_ANSWER_LOST',
]

export const errorAnswers = (codes: readonly ErrorCode[]): Record<number, object> => {
  const byStatus = Map.groupBy(new Set(codes), (errorCode) => ERRORS[errorCode].status)
  return Object.fromEntries(
    [...byStatus].map(([status, group]) => [
      status,
      {
        description: group.map((errorCode) => `\`${errorCode}\`: ${ERRORS[errorCode].meaning}`).join('\n\n'),
        content: {
          'application/json': {
            schema: { $ref: `${status === UNPROCESSABLE ? ErrorsBody.$id : ErrorBody.$id}#` },
            examples: Object.fromEntries(group.map((errorCode) => [errorCode, { value: exampleOf(errorCode) }])),
          },
        },
      },
    ]),
  )
}
