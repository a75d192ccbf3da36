// API tests check each answer against its schema. These tests cover that check: the faults it finds, and its use on a running server.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import Fastify from 'fastify'
import { goodAnswer, operation } from '../../../src/platform/http/operation.ts'
import * as Type from '../../../src/platform/http/schemas/type.ts'
import { writeJson } from '../../../src/platform/http/serializers.ts'
import { checkAnswers, schemaViolations } from '../../support/server/answer-check.ts'

const Box = Type.Object({ name: Type.String(), note: Type.NullableString(), sizes: Type.Optional(Type.Array(Type.Integer())) })
const NAMED = { Box } as never

describe('an answer against its schema', () => {
  const cases: [unknown, string[]][] = [
    [{ name: 'a', note: null }, []],
    [{ name: 'a', note: 'b', sizes: [1, 2] }, []],
    [{ name: 'a' }, ['body.note is missing']],
    [{ name: 'a', note: null, colour: 'red' }, ['body.colour is not declared']],
    [{ name: null, note: null }, ['body.name is null, not string']],
    [{ name: 'a', note: null, sizes: [1, 1.5] }, ['body.sizes[1] is number, not integer']],
  ]
  for (const [value, found] of cases)
    it(`${JSON.stringify(value)}: ${found.join() || 'fits'}`, () =>
      assert.deepEqual(schemaViolations({ $ref: 'Box#' }, value, NAMED), found))
})

it('finds a server under test whose answer differs from its schema', async () => {
  const answers = checkAnswers()
  const app = Fastify({ schemaController: { compilersFactory: { buildSerializer: writeJson } } })
  answers.watch(app as never)
  const { schema } = operation('Packages', {
    id: 'box',
    summary: 'Box',
    description: 'Box',
    answers: { 200: goodAnswer('A box', Box, { name: 'a', note: null }) },
  })
  app.get('/good', { schema }, async () => ({ name: 'a', note: null }))
  app.get('/more', { schema }, async () => Object.assign({ name: 'a', note: null }, { colour: 'red' }))
  app.get('/other', { schema }, async (_request, reply) => reply.code(202 as 200).send({ name: 'a', note: null }))
  await app.inject('/good')
  answers.assertNone()
  await app.inject('/more')
  assert.throws(answers.assertNone, /GET \/more 200: body.colour is not declared/)
  await app.inject('/other')
  assert.throws(answers.assertNone, /GET \/other 202: is not declared/)
})
