// Building blocks of schemas: bounded texts and numbers, nullable fields.

import type { TProperties, TSchema } from 'typebox'
import type { Metadata } from '../../../domain/values/client-data.ts'
import {
  CLIENT_REFERENCE_MAX_CHARACTERS,
  METADATA_KEY_MAX_CHARACTERS,
  METADATA_MAX_KEYS,
  METADATA_VALUE_MAX_CHARACTERS,
} from '../../../domain/values/client-data.ts'
import type { IdPrefix } from '../../../domain/values/ids.ts'
import * as Type from './typebox.ts'

export * from './typebox.ts'

const TEXT_MAX_CHARACTERS = 255
const LONG_TEXT_MAX_CHARACTERS = 2_000
export type Described = { description?: string; examples?: unknown[]; title?: string }

/** `format: text` refuses NUL characters and broken surrogate pairs, because one of the database engines cannot store them. */
export const Text = (more: Described = {}) => Type.String({ maxLength: TEXT_MAX_CHARACTERS, format: 'text', ...more })
export const NullableText = (more: Described = {}) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength: TEXT_MAX_CHARACTERS, format: 'text', ...more })
export const LongText = (more: Described = {}) => Type.String({ maxLength: LONG_TEXT_MAX_CHARACTERS, format: 'text', ...more })

const metadata = {
  maxProperties: METADATA_MAX_KEYS,
  propertyNames: { maxLength: METADATA_KEY_MAX_CHARACTERS, format: 'text' },
  additionalProperties: { type: 'string', maxLength: METADATA_VALUE_MAX_CHARACTERS, format: 'text' },
  description: `Your own key-value data: up to ${METADATA_MAX_KEYS} keys of ${METADATA_KEY_MAX_CHARACTERS} characters, with texts of ${METADATA_VALUE_MAX_CHARACTERS}`,
}
const clientReference = {
  maxLength: CLIENT_REFERENCE_MAX_CHARACTERS,
  format: 'text',
  description: 'Your own reference, such as an order number',
}

/** The reference and metadata that a client may set on its records. */
export const clientFields = {
  client_reference: Type.String(clientReference),
  metadata: Type.Unsafe<Metadata>({ type: 'object', ...metadata }),
}
/** Like `clientFields`, for requests that change a record. Null clears a field. */
export const emptiableClientFields = {
  client_reference: Type.Unsafe<string | null>({ type: ['string', 'null'], ...clientReference }),
  metadata: Type.Unsafe<Readonly<Record<string, string | null>> | null>({
    type: ['object', 'null'],
    ...metadata,
    additionalProperties: { ...metadata.additionalProperties, type: ['string', 'null'] },
  }),
}
export const Enum = <const T extends readonly string[]>(values: T, more: Described & { default?: T[number] } = {}) =>
  Type.Unsafe<T[number]>({ type: 'string', enum: [...values], ...more })

export const NullableEnum = <const T extends readonly string[]>(values: T, more: Described = {}) =>
  Type.Unsafe<T[number] | null>({ type: ['string', 'null'], enum: [...values, null], ...more })

/** Nullable types are written as a list of types, which is shorter than `anyOf` in the API document. */
export const NullableString = (more: Described = {}) => Type.Unsafe<string | null>({ type: ['string', 'null'], ...more })
export const NullableNumber = (more: Described = {}) => Type.Unsafe<number | null>({ type: ['number', 'null'], ...more })
export const NullableInteger = (more: Described = {}) => Type.Unsafe<number | null>({ type: ['integer', 'null'], ...more })

/** Like `clientFields`, in responses. */
export const shownClientFields = {
  client_reference: NullableString({ description: 'The client’s own reference' }),
  metadata: Type.Unsafe<Metadata | null>({
    type: ['object', 'null'],
    additionalProperties: { type: 'string' },
    description: 'The client’s own facts',
  }),
}

export const DateTime = (more: Described = {}) =>
  Type.String({ format: 'date-time', description: 'ISO 8601, UTC, with milliseconds', ...more })
export const NullableDateTime = (more: Described = {}) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'date-time', ...more })
export const CalendarDate = (more: Described = {}) =>
  Type.String({ format: 'date', description: 'Calendar date in the business’s time zone', ...more })

/** The schema of a token. `prefix` is only used in the example. */
export const Token = (prefix: IdPrefix, more: Described = {}) =>
  Type.String({ description: 'Token', examples: [`${prefix}_01kqn2x4t8e6nvd0t2d5c1yq7w`], ...more })
export const NullableToken = (prefix: IdPrefix, more: Described = {}) =>
  NullableString({ examples: [`${prefix}_01kqn2x4t8e6nvd0t2d5c1yq7w`], ...more })

/** An object schema with a name in the API document. Validators get the schema inlined, not as a reference. */
export const Titled = <P extends TProperties>(title: string, fields: P, options: Described = {}) =>
  Object.assign(Type.Object(fields, options), { title })
/** Like `Titled`, with optional fields only. */
export const TitledPartial = <P extends TProperties>(title: string, fields: P) =>
  Object.assign(Type.Partial(Type.Object(fields)), { title })

/** An object that is listed once in the API document and referenced by name. */
export const Named = <P extends TProperties>($id: string, fields: P, options: Described = {}) =>
  Object.assign(Type.Object(fields, options), { $id })
export const RefTo = <T extends TSchema & { $id: string }>(schema: T) => Type.Unsafe<Type.Static<T>>({ $ref: `${schema.$id}#` })

export const NullableObject = <T extends TSchema>(schema: T, more: Described = {}) =>
  Type.Unsafe<Type.Static<T> | null>({ ...schema, type: ['object', 'null'], ...more })
export const OrNull = <T extends TSchema>(schema: T, more: Described = {}) =>
  Type.Unsafe<Type.Static<T> | null>({ anyOf: [schema, { type: 'null' }], ...more })

/** The body of a request, with examples for the API document. */
export const Body = <P extends TProperties>(examples: object[], fields: P) => Type.Object(fields, { examples })
export const PartialBody = <P extends TProperties>(examples: object[], fields: P) => Type.Partial(Type.Object(fields), { examples })

/** Fields that staff add to requests that they make on behalf of a business. */
export const forBusiness = {
  business_id: Text({ description: 'Business token or prefix' }),
  mode: Enum(['test', 'live']),
}
