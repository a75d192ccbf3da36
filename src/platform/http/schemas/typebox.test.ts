// Our building blocks make the same schemas as TypeBox.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Type as TypeBox } from 'typebox'
import * as Type from './typebox.ts'

type Blocks = typeof TypeBox

const CASES: Record<string, (type: Blocks) => unknown> = {
  texts: (type) => type.String({ maxLength: 3, description: 'short' }),
  numbers: (type) => type.Array(type.Number({ exclusiveMinimum: 0 }), { maxItems: 2 }),
  'objects with required and optional fields': (type) =>
    type.Object({ id: type.Integer(), note: type.Optional(type.String()), on: type.Boolean() }, { examples: [{ id: 1 }] }),
  'objects without required fields': (type) => type.Object({ note: type.Optional(type.String()) }),
  'objects without fields': (type) => type.Object({}),
  'partial objects': (type) =>
    type.Partial(type.Object({ a: type.String(), b: type.Object({ c: type.Number() }) }), { description: 'some' }),
  'fields taken over from another object': (type) => {
    const { properties } = type.Object({ a: type.Optional(type.String()), b: type.String() })
    return type.Object({ ...properties, c: type.Integer() })
  },
  'fields taken over from a partial object': (type) =>
    type.Object({ ...type.Partial(type.Object({ a: type.String() })).properties, b: type.String() }),
  'anything at all': (type) => type.Object({ price: type.Unsafe<string | null>({ type: ['string', 'null'] }) }),
}

const plain = (schema: unknown): unknown => JSON.parse(JSON.stringify(schema))

describe('schemas of our own building blocks', () => {
  for (const [name, build] of Object.entries(CASES))
    it(name, () => assert.deepEqual(plain(build(Type as unknown as Blocks)), plain(build(TypeBox))))
})
