// /ops/v1/operator: the operator's name, address, time zone, contact and bank, and its logo.

import type { FastifyInstance } from 'fastify'
import { Rejection } from '../../../domain/values/errors.ts'
import type { Deps } from '../../../flows/deps.ts'
import { removeOperatorLogo, setOperator, setOperatorLogo } from '../../../flows/operator/set-operator.ts'
import * as operatorStore from '../../../store/operator/operator.ts'
import { goodAnswer } from '../../operation.ts'
import { Named, NullableString, NullableText, RefTo, Text } from '../../schemas/fields.ts'
import * as Type from '../../schemas/type.ts'
import { ADMINS, opsOperation, STAFF } from '../access.ts'
import { authorOf } from '../auth.ts'
import { IMAGE_TYPES, ImageBody } from '../image-body.ts'
import { presentOperator } from './present.ts'

const LOGO_LIMIT_BYTES = 2 * 1024 * 1024

const line = Type.Optional(Type.String())
const BankAnswer = Type.Object({
  bank_name: Type.String(),
  account_name: Type.String(),
  account_number: Type.String(),
  bank_code: NullableString({ description: 'Sort code, SWIFT, or what else the bank goes by' }),
})

const OperatorRecord = Named(
  'Operator',
  Type.Object({
    name: NullableString({ description: 'Null until it is set: papers and pages then say Waybill' }),
    address: Type.Object({ street: line, city: line, state: line, postal_code: line, country: line }),
    time_zone: Type.String(),
    email: NullableString(),
    phone: NullableString(),
    website: NullableString(),
    tax_number: NullableString(),
    bank: Type.Unsafe<Type.Static<typeof BankAnswer> | null>({ ...BankAnswer, type: ['object', 'null'] }),
    logo_url: NullableString({ description: 'On this server, for anybody; changes with the logo' }),
  }),
)
const OperatorAnswer = RefTo(OperatorRecord)
export const OPERATOR_RECORD_SCHEMAS = [OperatorRecord]

const EXAMPLE_LINES = { street: '12 Sample Close', city: 'Lagos', country: 'Nigeria' }
const EXAMPLE_BANK = { bank_name: 'Sample Bank', account_name: 'Sample Freight Ltd', account_number: '0123456789', bank_code: null }
const EXAMPLE = {
  name: 'Sample Freight',
  address: EXAMPLE_LINES,
  time_zone: 'Africa/Lagos',
  email: 'care@example.com',
  phone: '+234 800 000 0000',
  website: 'https://example.com',
  tax_number: '12345678-0001',
  bank: EXAMPLE_BANK,
  logo_url: null,
}
const { logo_url: _none, ...EXAMPLE_BODY } = EXAMPLE

const BankBody = Type.Object({
  bank_name: Text(),
  account_name: Text(),
  account_number: Text(),
  bank_code: Type.Optional(NullableText({ description: 'Sort code, SWIFT, or what else the bank goes by' })),
})

const SetBody = Type.Object(
  {
    name: Text({ description: 'As papers and public pages show it' }),
    time_zone: Text({ description: 'Such as Africa/Lagos' }),
    address: Type.Optional(
      Type.Partial(Type.Object({ street: Text(), city: Text(), state: Text(), postal_code: Text(), country: Text() })),
    ),
    email: Type.Optional(NullableText()),
    phone: Type.Optional(NullableText()),
    website: Type.Optional(NullableText({ description: 'With https://' })),
    tax_number: Type.Optional(NullableText()),
    bank: Type.Optional(Type.Unsafe<Type.Static<typeof BankBody> | null>({ ...BankBody, type: ['object', 'null'] })),
  },
  { examples: [EXAMPLE_BODY] },
)

export const operatorRoutes = (ops: FastifyInstance, deps: Deps): void => {
  ops.get(
    '/ops/v1/operator',
    opsOperation(STAFF, {
      id: 'getOperator',
      summary: 'Who the operator is',
      description: 'As labels, manifests, invoices and the public tracking page show it.',
      answers: { 200: goodAnswer('The operator', OperatorAnswer, EXAMPLE) },
    }),
    async () => presentOperator(await operatorStore.find(deps.db)),
  )

  ops.put(
    '/ops/v1/operator',
    opsOperation(ADMINS, {
      id: 'setOperator',
      summary: 'Set who the operator is',
      description: 'Whole, from now on: what is left out is emptied. The logo stays as it is.',
      body: SetBody,
      answers: { 200: goodAnswer('The operator', OperatorAnswer, EXAMPLE) },
    }),
    async (request) => presentOperator(await setOperator(deps, authorOf(deps, request), request.body)),
  )

  ops.delete(
    '/ops/v1/operator/logo',
    opsOperation(ADMINS, {
      id: 'removeOperatorLogo',
      summary: 'Remove the operator’s logo',
      description: 'At once, from papers and pages.',
      answers: { 200: goodAnswer('The operator', OperatorAnswer, EXAMPLE) },
      errors: ['INVALID_TRANSITION'],
    }),
    async (request) => presentOperator(await removeOperatorLogo(deps, authorOf(deps, request))),
  )

  ops.register(async (app: FastifyInstance) => {
    app.addContentTypeParser(
      IMAGE_TYPES,
      { parseAs: 'buffer', bodyLimit: LOGO_LIMIT_BYTES },
      async (_request: unknown, bytes: Buffer) => bytes,
    )
    app.put(
      '/ops/v1/operator/logo',
      {
        bodyLimit: LOGO_LIMIT_BYTES,
        ...opsOperation(ADMINS, {
          id: 'setOperatorLogo',
          summary: 'Set the operator’s logo',
          description:
            'The body is the image: JPEG, PNG or WebP, up to 2 MiB. It is kept as a PNG of up to 640 by 240 pixels, without what programs add to it.',
          body: ImageBody,
          answers: {
            200: goodAnswer('The operator', OperatorAnswer, { ...EXAMPLE, logo_url: `/logo/${'5e'.repeat(32)}.png` }),
          },
          errors: ['INVALID_TRANSITION'],
        }),
      },
      async (request) => {
        if (!Buffer.isBuffer(request.body))
          throw new Rejection('UNSUPPORTED_MEDIA_TYPE', `Send the image itself, as one of ${IMAGE_TYPES.join(', ')}.`)
        return presentOperator(await setOperatorLogo(deps, authorOf(deps, request), request.body))
      },
    )
  })
}
