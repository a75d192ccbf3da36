// The types of a handler come from the schema of its route. `npm run types` fails if a line marked with `@ts-expect-error` is valid.

import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { FastifyInstance } from 'fastify'
import Fastify from 'fastify'
import { goodAnswer, route } from './operation.ts'
import * as Type from './schemas/type.ts'

const Answer = Type.Object({ name: Type.String(), pieces: Type.Optional(Type.Integer()) })
const probe = {
  id: 'probe',
  summary: 'Probe',
  description: 'Probe',
  params: Type.Object({ id: Type.String() }),
  answers: { 200: goodAnswer('A name', Answer, { name: 'a' }), 201: goodAnswer('A name', Answer, { name: 'a' }) },
}

it('a handler reads and answers what its schema declares', async () => {
  const app = Fastify() as unknown as FastifyInstance
  route(app, 'GET', '/good/:id', 'Packages', { ...probe, handler: async ({ params }) => ({ name: params.id }) })
  const sent = { name: 'a', pieces: 1 }
  route(app, 'GET', '/sent/:id', 'Packages', { ...probe, handler: async (_request, reply) => reply.code(201).send(sent) })
  // @ts-expect-error: the name is missing.
  route(app, 'GET', '/missing', 'Packages', { ...probe, handler: async () => ({ pieces: 1 }) })
  // @ts-expect-error: the name is missing.
  route(app, 'GET', '/missing-when-sent', 'Packages', { ...probe, handler: async (_request, reply) => reply.code(201).send({ pieces: 1 }) })
  route(app, 'GET', '/undeclared', 'Packages', {
    ...probe,
    // @ts-expect-error: no such field is declared.
    handler: async (_, reply) => reply.code(200).send({ name: 'a', colour: 'red' }),
  })
  // @ts-expect-error: no such parameter is declared.
  route(app, 'GET', '/params', 'Packages', { ...probe, handler: async ({ params }) => ({ name: params.name }) })
  assert.deepEqual((await app.inject('/good/a')).json(), { name: 'a' })
})
