// Replaces the parts of TypeBox that our schemas use. Has the same types, but builds plain JSON Schema, because TypeBox loads slowly.

import type { Type as TypeBox } from 'typebox'

export type { Static } from 'typebox'

type Plain = { [keyword: string]: unknown; properties?: Record<string, Plain> }

/** The schemas that `optional` has returned. Properties with these schemas are not listed as required. */
const optionals = new WeakSet<object>()

const optional = (schema: Plain): Plain => {
  const copy = { ...schema }
  optionals.add(copy)
  return copy
}

const object = (properties: Record<string, Plain>, options: Plain = {}): Plain => {
  const required = Object.keys(properties).filter((name) => !optionals.has(properties[name]!))
  return { type: 'object', ...(required.length > 0 ? { required } : {}), properties, ...options }
}

const partial = ({ properties = {}, required: _none, ...schema }: Plain, options: Plain = {}): Plain => ({
  ...schema,
  properties: Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, optional(each)])),
  ...options,
})

const array = (items: Plain, options: Plain = {}): Plain => ({ type: 'array', items, ...options })
const simple =
  (type: string) =>
  (options: Plain = {}): Plain => ({ type, ...options })
const unsafe = (schema: Plain): Plain => ({ ...schema })

const Optional = optional as unknown as typeof TypeBox.Optional
const ObjectType = object as unknown as typeof TypeBox.Object
const Partial = partial as unknown as typeof TypeBox.Partial
const ArrayType = array as unknown as typeof TypeBox.Array
const Unsafe = unsafe as unknown as typeof TypeBox.Unsafe
const StringType = simple('string') as unknown as typeof TypeBox.String
const NumberType = simple('number') as unknown as typeof TypeBox.Number
const Integer = simple('integer') as unknown as typeof TypeBox.Integer
const BooleanType = simple('boolean') as unknown as typeof TypeBox.Boolean

export {
  ArrayType as Array,
  BooleanType as Boolean,
  Integer,
  NumberType as Number,
  ObjectType as Object,
  Optional,
  Partial,
  StringType as String,
  Unsafe,
}
