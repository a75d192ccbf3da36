// /ops/v1/changes: server-sent events about changes, for open windows of the console.

import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../flows/deps.ts'
import { goodAnswer } from '../../platform/http/operation.ts'
import * as Type from '../../platform/http/schemas/type.ts'
import { opsRoute, STAFF_IN_PERSON } from '../staff/access.ts'
import { createChangeStreams } from './ops-change-streams.ts'

const EVENT_STREAM = 'text/event-stream'

const ChangesQuery = Type.Object({
  after: Type.Optional(Type.Text({ description: 'The position up to which the client knows what changed' })),
})
const PositionAnswer = Type.Object({ position: Type.String({ description: 'Another one after every change' }) })

const position = goodAnswer('The position', PositionAnswer, { position: '5f2c9a1be07d4c36-42' })

export const changeRoutes = (app: FastifyInstance, deps: Deps): void => {
  const streams = createChangeStreams(deps)
  app.addHook('preClose', () => streams.close())
  opsRoute(app, 'GET', '/ops/v1/changes', STAFF_IN_PERSON, {
    id: 'followChanges',
    summary: 'Follow what changes',
    description:
      'With `Accept: text/event-stream`, a stream of server-sent events; else the position alone. `ready` comes first: `missed` says whether anything changed since `after`. `changes` names what did by `kind` and `id`; null stands for several. `signed_out` ends the stream once its session has ended. Any other end means: open it again.',
    query: ChangesQuery,
    answers: {
      200: {
        ...position,
        content: {
          ...position.content,
          [EVENT_STREAM]: {
            schema: Type.Unsafe<unknown>({ type: 'string' }),
            example:
              'event: changes\ndata: {"position":"5f2c9a1be07d4c36-43","changes":[{"kind":"package","id":"pkg_01kqn2x4t8e6nvd0t2d5c1yq7w"}]}\n\n',
          },
        },
      },
    },
    errors: ['RATE_LIMITED'],
    config: { isUnattended: true },
    handler: async (request, reply) => {
      if (!request.headers.accept?.includes(EVENT_STREAM)) return { position: await streams.position() }
      const out = await streams.open(request, request.query.after)
      // The header keeps proxies from buffering events.
      return reply.type(EVENT_STREAM).header('x-accel-buffering', 'no').send(out)
    },
  })
}
