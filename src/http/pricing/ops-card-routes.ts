// /ops/v1/cards: rate cards listed, shown, exported and compared.

import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../flows/deps.ts'
import { compareCards, compareWithFile } from '../../flows/pricing/compare-cards.ts'
import { listCards } from '../../flows/pricing/list-cards.ts'
import { exportCard, showCard } from '../../flows/pricing/show-card.ts'
import { goodAnswer } from '../../platform/http/operation.ts'
import { Text } from '../../platform/http/schemas/fields.ts'
import * as Type from '../../platform/http/schemas/type.ts'
import { ADMINS, opsOperation, STAFF } from '../staff/access.ts'
import { CARD_EXAMPLE, DIFF_EXAMPLE, LISTED_CARD_EXAMPLE } from './ops-card-examples.ts'
import { presentComparison, presentListed, presentShown } from './ops-card-present.ts'
import { cardInField, cardInPath, fileBytes, rejectFile } from './ops-card-requests.ts'
import { CardAnswer, CardParams, CompareBody, DiffAnswer, ListedCardAnswer } from './ops-card-schemas.ts'

const CompareQuery = Type.Object({
  to: Type.Optional(Text({ description: 'Card id, or with @ and a version; the card’s own draft by default' })),
})

export const cardRoutes = (app: FastifyInstance, deps: Deps): void => {
  app.get(
    '/ops/v1/cards',
    opsOperation(STAFF, {
      id: 'listCards',
      summary: 'List rate cards',
      description: 'By id: which version of each is in force, which comes next, which is a draft.',
      answers: { 200: goodAnswer('All cards', Type.Array(ListedCardAnswer), [LISTED_CARD_EXAMPLE]) },
    }),
    async () => (await listCards(deps)).map(presentListed),
  )

  app.get(
    '/ops/v1/cards/:id',
    opsOperation(STAFF, {
      id: 'getCard',
      summary: 'Retrieve a rate card',
      description: 'The version named, else the one in force, else the last, as the rows of a table; and the history of the card.',
      params: CardParams,
      answers: { 200: goodAnswer('The card', CardAnswer, CARD_EXAMPLE) },
    }),
    async ({ params }) => presentShown(await showCard(deps, cardInPath(params.id))),
  )

  app.get(
    '/ops/v1/cards/:id/csv',
    opsOperation(STAFF, {
      id: 'exportCard',
      summary: 'Export a rate card as CSV',
      description: 'The version named, else the one in force, else the last: a file for a spreadsheet, which can be imported again.',
      params: CardParams,
      answers: { 200: { description: 'The card’s file', content: { 'text/csv': { schema: { type: 'string' } } } } },
    }),
    async ({ params }, reply) => {
      const { card, csv } = await exportCard(deps, cardInPath(params.id))
      return reply
        .header('content-disposition', `attachment; filename="${card.id}-${card.version}.csv"`)
        .type('text/csv; charset=utf-8')
        .send(csv)
    },
  )

  app.get(
    '/ops/v1/cards/:id/diff',
    opsOperation(STAFF, {
      id: 'compareCards',
      summary: 'Compare two versions of a rate card',
      description: 'The version named, else the one in force, with `to`. The order of rows and the spelling of numbers make no difference.',
      params: CardParams,
      query: CompareQuery,
      answers: { 200: goodAnswer('The differences', DiffAnswer, DIFF_EXAMPLE) },
    }),
    async ({ params, query }) => presentComparison(await compareCards(deps, cardInPath(params.id), cardInField('to', query.to))),
  )

  app.post(
    '/ops/v1/cards/:id/diff',
    opsOperation(ADMINS, {
      id: 'compareCardWithFile',
      summary: 'Compare a rate card with a file',
      description: 'The version named, else the one in force, with a file that is not imported. Nothing is stored.',
      params: CardParams,
      body: CompareBody,
      answers: { 200: goodAnswer('The differences', DiffAnswer, { ...DIFF_EXAMPLE, to: null }) },
    }),
    async ({ params, body }) => {
      const compared = await compareWithFile(deps, cardInPath(params.id), fileBytes(body.csv ?? ''))
      if (!compared.ok) throw rejectFile(compared.mistakes)
      return presentComparison(compared)
    },
  )
}
