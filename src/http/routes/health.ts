// /healthz: the process answers. /readyz: it can serve, that is, its store answers and is migrated.

import type { FastifyInstance } from 'fastify'
import { Rejection } from '../../domain/errors.ts'
import type { Deps } from '../../flows/deps.ts'
import { pendingMigrations } from '../../store/migrate.ts'
import { goodAnswer } from '../operation.ts'
import { publicErrorAnswers } from '../schemas/errors.ts'
import * as Type from '../schemas/type.ts'

const Status = Type.Object({ status: Type.String() })

export const healthRoutes = (app: FastifyInstance, deps: Deps): void => {
  app.get(
    '/healthz',
    {
      schema: {
        operationId: 'getHealth',
        tags: ['Health'],
        summary: 'Is the process alive',
        description: 'Answers without touching the store.',
        response: { 200: goodAnswer('It does', Status, { status: 'ok' }) },
        errorAnswers: publicErrorAnswers(),
      },
    },
    async () => ({ status: 'ok' }),
  )
  app.get(
    '/readyz',
    {
      schema: {
        operationId: 'getReadiness',
        tags: ['Health'],
        summary: 'Can the server serve',
        description: 'Asks the store, and checks that its schema is current.',
        response: { 200: goodAnswer('It can', Status, { status: 'ready' }) },
        errorAnswers: publicErrorAnswers('UNAVAILABLE'),
      },
    },
    async () => {
      if ((await pendingMigrations(deps.db)).length > 0) throw new Rejection('UNAVAILABLE', 'The store has yet to be migrated.')
      return { status: 'ready' }
    },
  )
}
