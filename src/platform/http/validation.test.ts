// A list or object that is too long is reported as a single mistake. Every mistake is described in plain words.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { FastifyContextConfig } from 'fastify'
import Fastify from 'fastify'
import type { SchemaFailure } from './validation.ts'
import { compileSchemas, problemsFound } from './validation.ts'

describe('a list that is too long', () => {
  const body = {
    type: 'object',
    properties: {
      list: {
        type: 'array',
        maxItems: 2,
        items: { type: 'object', required: ['a'], properties: { a: { type: 'array', maxItems: 1, items: { type: 'string' } } } },
      },
    },
  }
  const found = async (payload: object): Promise<string[]> => {
    const app = Fastify()
    compileSchemas(app)
    app.post('/', { schema: { body }, attachValidation: true }, async ({ validationError }) =>
      ((validationError as SchemaFailure | undefined)?.validation ?? []).map(({ instancePath, keyword }) => `${instancePath} ${keyword}`),
    )
    return (await app.inject({ method: 'POST', url: '/', payload })).json()
  }

  it('has that one mistake: its entries are not looked at', async () => {
    assert.deepEqual(await found({ list: [0, 0, {}, 0] }), ['/list maxItems'])
    assert.deepEqual(await found({ list: [{ a: [1, 2, 3] }] }), ['/list/0/a maxItems'])
  })

  it('or short enough, is looked at entry by entry', async () => {
    assert.deepEqual(await found({ list: [0, {}] }), ['/list/0 type', '/list/1 required'])
    assert.deepEqual(await found({ list: [{ a: [1] }] }), ['/list/0/a/0 type'])
    assert.deepEqual(await found({ list: [{ a: ['x'] }] }), [])
  })
})

describe('an object of too many keys', () => {
  const found = async (schema: object, payload: object, config: FastifyContextConfig = {}): Promise<string[]> => {
    const app = Fastify()
    compileSchemas(app)
    app.post('/', { schema: { body: schema }, attachValidation: true, config }, async ({ validationError }) =>
      ((validationError as SchemaFailure | undefined)?.validation ?? []).map(({ instancePath, keyword }) => `${instancePath} ${keyword}`),
    )
    return (await app.inject({ method: 'POST', url: '/', payload })).json()
  }
  const body = {
    type: 'object',
    maxProperties: 2,
    required: ['a'],
    properties: { a: { type: 'string' } },
    propertyNames: { maxLength: 1 },
    additionalProperties: { type: 'number' },
  }

  it('has that one mistake: its keys and values are not looked at', async () =>
    assert.deepEqual(await found(body, { a: 1, bb: 'x', cc: 'x' }), [' maxProperties']))

  it('or of few enough, is looked at key by key', async () => {
    assert.deepEqual(await found(body, { a: 1, b: 'x' }), ['/b type', '/a type'])
    assert.deepEqual(await found(body, { a: 'x', b: 1 }), [])
    assert.deepEqual(await found(body, { b: 1 }), [' required'])
  })

  it('that it may not have is reported for the first hundred', async () => {
    const closed = { type: 'object', properties: { a: {} } }
    const unknown = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 0]))
    assert.equal((await found(closed, { a: 1, ...unknown(101) }, { unknownFields: 'refused' })).length, 100)
    assert.deepEqual(await found(closed, { a: 1, ...unknown(101) }), [])
  })
})

describe('what is said of a mistake', () => {
  const said = async (field: object, value: unknown): Promise<string[]> => {
    const app = Fastify()
    compileSchemas(app)
    const schema = { body: { type: 'object', properties: { field } } }
    app.post('/', { schema, attachValidation: true }, async ({ validationError }) =>
      problemsFound(validationError as unknown as SchemaFailure).list.map(({ message }) => message),
    )
    return (await app.inject({ method: 'POST', url: '/', payload: { field: value } })).json()
  }

  const MISTAKES: [schema: object, value: unknown, words: string][] = [
    [{ type: 'string' }, 1, 'must be text'],
    [{ type: ['string', 'null'] }, 1, 'must be text, or null'],
    [{ type: ['integer', 'null'] }, 'x', 'must be a whole number, or null'],
    [{ enum: ['a', 'b'] }, 'c', 'must be one of: a, b'],
    [{ type: 'string', minLength: 2 }, 'x', 'must have at least 2 characters'],
    [{ type: 'string', maxLength: 2 }, 'xyz', 'must have at most 2 characters'],
    [{ type: 'array', minItems: 1 }, [], 'must have at least one entry'],
    [{ type: 'array', minItems: 2 }, [], 'must have at least 2 entries'],
    [{ type: 'array', maxItems: 1 }, [1, 2], 'must have at most one entry'],
    [{ type: 'number', exclusiveMinimum: 0 }, 0, 'must be above zero'],
    [{ type: 'number', minimum: 3 }, 2, 'must be at least 3'],
    [{ type: 'number', maximum: 3 }, 4, 'must be at most 3'],
    [{ type: 'string', format: 'text' }, '\0', 'must not contain NUL characters or broken Unicode'],
    [{ type: 'string', pattern: '^a$' }, 'b', 'is not valid'],
    [{ const: 'a' }, 'b', 'is not valid'],
    [{ type: 'array', uniqueItems: true }, [1, 1], 'is not valid'],
    [{ type: 'object', maxProperties: 1 }, { a: 1, b: 2 }, 'must have at most one entry'],
  ]

  for (const [schema, value, words] of MISTAKES)
    it(`is "${words}" for ${JSON.stringify(value)} where ${JSON.stringify(schema)} is asked for`, async () =>
      assert.deepEqual(await said(schema, value), [words]))
})
