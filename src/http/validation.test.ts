// What the validator looks at, and what it leaves alone.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import Fastify from 'fastify'
import type { SchemaFailure } from './validation.ts'
import { compileSchemas } from './validation.ts'

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
