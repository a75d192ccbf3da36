// /unsubscribe/{id}: stops messages to an email address. GET only shows a form, because mail programs open links. POST unsubscribes at once.

import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../flows/deps.ts'
import { unsubscribe } from '../../flows/messages/consent.ts'
import { keepRawBodies } from '../../platform/http/body.ts'
import { escaped, htmlDocument, policyWith } from '../../platform/http/html.ts'
import * as messages from '../../store/messages/messages.ts'
import { MessageParams } from './v1-schemas.ts'

const STYLE =
  'body{font:16px/1.5 system-ui,sans-serif;max-width:36rem;margin:3rem auto;padding:0 1rem;color-scheme:light dark}button{font:inherit;padding:.6rem 1.2rem}'
const ROUTE = { schema: { hide: true, params: MessageParams } }

const page = (title: string, body: string): string =>
  htmlDocument({ title, style: STYLE, body: `<main><h1>${escaped(title)}</h1>${body}</main>` })

export const unsubscribeRoutes = (app: FastifyInstance, deps: Deps): void => {
  const headers = { 'content-security-policy': policyWith(STYLE), 'cache-control': 'no-store', 'x-robots-tag': 'noindex' }
  app.get('/unsubscribe/:id', ROUTE, async ({ params }, reply) => {
    const { message } = await messages.loadAny(deps.db, params.id)
    const form = `<form method="post"><p>No more messages will be sent to ${escaped(message.address)}.</p><button type="submit">Unsubscribe</button></form>`
    return reply.headers(headers).type('text/html; charset=utf-8').send(page('Unsubscribe', form))
  })

  app.register(async (scope) => {
    // Accepts the form `List-Unsubscribe=One-Click` that mail programs send. Its content is not needed.
    keepRawBodies(scope)
    scope.post<{ Params: { id: string } }>('/unsubscribe/:id', ROUTE, async ({ params }, reply) => {
      await unsubscribe(deps, params.id)
      return reply.headers(headers).type('text/html; charset=utf-8').send(page('You are unsubscribed', '<p>You get no more messages.</p>'))
    })
  })
}
