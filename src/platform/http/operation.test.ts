// A route's types come from its schema. `npm run types` fails if a line that is marked as an error is valid.

import assert from 'node:assert/strict'
import { it } from 'node:test'
import Fastify from 'fastify'
import { goodAnswer, operation } from './operation.ts'
import * as Type from './schemas/type.ts'

const Answer = Type.Object({ name: Type.String(), pieces: Type.Optional(Type.Integer()) })
const { schema } = operation('Packages', {
  id: 'probe',
  summary: 'Probe',
  description: 'Probe',
  params: Type.Object({ id: Type.String() }),
  answers: { 200: goodAnswer('A name', Answer, { name: 'a' }), 201: goodAnswer('A name', Answer, { name: 'a' }) },
})

it('a handler reads and answers what its schema declares', async () => {
  const app = Fastify()
  app.get('/good/:id', { schema }, async ({ params }) => ({ name: params.id }))
  app.get('/sent/:id', { schema }, async ({ params }, reply) => reply.code(201).send({ name: params.id, pieces: 1 }))
  // @ts-expect-error: the name is missing.
  app.get('/missing', { schema }, async () => ({ pieces: 1 }))
  // @ts-expect-error: the name is missing.
  app.get('/missing-when-sent', { schema }, async (_request, reply) => reply.code(201).send({ pieces: 1 }))
  // @ts-expect-error: no such field is declared.
  app.get('/undeclared', { schema }, async (_request, reply) => reply.code(200).send({ name: 'a', colour: 'red' }))
  // @ts-expect-error: no such parameter is declared.
  app.get('/params', { schema }, async ({ params }) => ({ name: params.name }))
  assert.deepEqual((await app.inject('/good/a')).json(), { name: 'a' })
})
