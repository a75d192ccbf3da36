// /ops/v1/cards: routes to list, show, export and compare rate cards, and to validate, import, publish and discard drafts.

import type { FastifyInstance } from 'fastify'
import { readFrom } from '../../domain/values/time-input.ts'
import type { Deps } from '../../flows/deps.ts'
import { checkCard } from '../../flows/pricing/check-card.ts'
import { importCard } from '../../flows/pricing/import-card.ts'
import { discardCard, publishCard } from '../../flows/pricing/publish-card.ts'
import { compareCards, compareWithFile, exportCard, listCards, showCard } from '../../flows/pricing/read-cards.ts'
import { fileAnswer, goodAnswer } from '../../platform/http/operation.ts'
import * as Type from '../../platform/http/schemas/type.ts'
import { sendFile } from '../../platform/http/send-file.ts'
import { ADMINS, opsRoute, STAFF } from '../staff/access.ts'
import { authorOf } from '../staff/auth.ts'
import { cardInField, cardInPath, fileBytes, rejectFile } from './ops-card-requests.ts'
import { presentComparison, presentListed, presentShown, presentVersion } from './ops-present.ts'
import {
  CARD_EXAMPLE,
  CardAnswer,
  CardParams,
  CompareBody,
  DIFF_EXAMPLE,
  DiffAnswer,
  DRAFT_EXAMPLE,
  ImportBody,
  ImportedAnswer,
  LISTED_CARD_EXAMPLE,
  ListedCardAnswer,
  PUBLISHED_EXAMPLE,
  PublishBody,
  PublishedAnswer,
  VALIDATION_EXAMPLE,
  ValidateBody,
  ValidationAnswer,
  VersionAnswer,
} from './ops-schemas.ts'

const CompareQuery = Type.Object({
  to: Type.Optional(Type.Text({ description: 'Card id, or with @ and a version; the card’s own draft by default' })),
})

export const cardRoutes = (app: FastifyInstance, deps: Deps): void => {
  opsRoute(app, 'GET', '/ops/v1/cards', STAFF, {
    id: 'listCards',
    summary: 'List rate cards',
    description: 'By id: which version of each is in force, which comes next, which is a draft.',
    answers: { 200: goodAnswer('All cards', Type.Array(ListedCardAnswer), [LISTED_CARD_EXAMPLE]) },
    handler: async () => (await listCards(deps)).map(presentListed),
  })

  opsRoute(app, 'GET', '/ops/v1/cards/:id', STAFF, {
    id: 'getCard',
    summary: 'Retrieve a rate card',
    description: 'The version named, else the one in force, else the last, as the rows of a table; and the history of the card.',
    params: CardParams,
    answers: { 200: goodAnswer('The card', CardAnswer, CARD_EXAMPLE) },
    handler: async ({ params }) => presentShown(await showCard(deps, cardInPath(params.id))),
  })

  opsRoute(app, 'GET', '/ops/v1/cards/:id/csv', STAFF, {
    id: 'exportCard',
    summary: 'Export a rate card as CSV',
    description: 'The version named, else the one in force, else the last: a file for a spreadsheet, which can be imported again.',
    params: CardParams,
    answers: { 200: fileAnswer('The card’s file', 'text/csv') },
    handler: async ({ params }, reply) => {
      const { card, csv } = await exportCard(deps, cardInPath(params.id))
      return sendFile(reply, `${card.id}-${card.version}.csv`, csv)
    },
  })

  opsRoute(app, 'GET', '/ops/v1/cards/:id/diff', STAFF, {
    id: 'compareCards',
    summary: 'Compare two versions of a rate card',
    description: 'The version named, else the one in force, with `to`. The order of rows and the spelling of numbers make no difference.',
    params: CardParams,
    query: CompareQuery,
    answers: { 200: goodAnswer('The differences', DiffAnswer, DIFF_EXAMPLE) },
    handler: async ({ params, query }) => presentComparison(await compareCards(deps, cardInPath(params.id), cardInField('to', query.to))),
  })

  opsRoute(app, 'POST', '/ops/v1/cards/:id/diff', ADMINS, {
    id: 'compareCardWithFile',
    summary: 'Compare a rate card with a file',
    description: 'The version named, else the one in force, with a file that is not imported. Nothing is stored.',
    params: CardParams,
    body: CompareBody,
    answers: { 200: goodAnswer('The differences', DiffAnswer, { ...DIFF_EXAMPLE, to: null }) },
    handler: async ({ params, body }) => {
      const compared = await compareWithFile(deps, cardInPath(params.id), fileBytes(body.csv ?? ''))
      if (!compared.ok) throw rejectFile(compared.mistakes)
      return presentComparison(compared)
    },
  })
}

export const cardDraftRoutes = (app: FastifyInstance, deps: Deps): void => {
  opsRoute(app, 'POST', '/ops/v1/cards/validate', ADMINS, {
    id: 'validateCard',
    summary: 'Validate a rate card’s file',
    description: 'Every mistake with its row and column. Nothing is stored.',
    body: ValidateBody,
    answers: { 200: goodAnswer('Whether it can be imported', ValidationAnswer, VALIDATION_EXAMPLE) },
    errors: ['NOT_FOUND'],
    handler: async ({ body: { csv, id = null, kind: asked = null, business = null } }) => {
      const { kind, parsed } = await checkCard(deps, { bytes: fileBytes(csv), id, kind: asked, business })
      if (!parsed.ok) return { valid: false, kind, title: null, currency: null, mistakes: parsed.mistakes }
      return { valid: true, kind, title: parsed.card.title, currency: parsed.card.currency, mistakes: [] }
    },
  })

  opsRoute(app, 'POST', '/ops/v1/cards/import', ADMINS, {
    id: 'importCard',
    summary: 'Import a rate card’s file as a draft',
    description:
      'The whole card, or nothing and every mistake in `details`, each with its `row` and `column`. A draft prices nothing until it is published.',
    body: ImportBody,
    answers: { 201: goodAnswer('The draft', ImportedAnswer, { ...DRAFT_EXAMPLE, replaced: null }) },
    errors: ['NOT_FOUND', 'INVALID_TRANSITION'],
    handler: async (request, reply) => {
      const { id, csv, kind = null, business = null, replace = false } = request.body
      const imported = await importCard(deps, authorOf(deps, request), { id, bytes: fileBytes(csv), kind, business, replace })
      if (!imported.ok) throw rejectFile(imported.mistakes)
      return reply.code(201).send({ ...presentVersion(imported.draft), replaced: imported.replaced?.version ?? null })
    },
  })

  opsRoute(app, 'POST', '/ops/v1/cards/:id/publish', ADMINS, {
    id: 'publishCard',
    summary: 'Publish a draft',
    description:
      'From now on, or from a later moment; once and for good. With a version in the path, that very draft: one that somebody replaced meanwhile is not published.',
    params: CardParams,
    body: PublishBody,
    answers: { 200: goodAnswer('The version, published', PublishedAnswer, { ...PUBLISHED_EXAMPLE, warnings: [] }) },
    errors: ['INVALID_TRANSITION'],
    handler: async (request) => {
      const ref = cardInPath(request.params.id)
      const from = readFrom('effective_from', request.body.effective_from)
      const { card, warnings } = await publishCard(deps, authorOf(deps, request), ref, from)
      return { ...presentVersion(card), warnings }
    },
  })

  opsRoute(app, 'POST', '/ops/v1/cards/:id/discard', ADMINS, {
    id: 'discardCard',
    summary: 'Discard a draft',
    description: 'Its number is not given again.',
    params: CardParams,
    answers: { 200: goodAnswer('The version, discarded', VersionAnswer, { ...DRAFT_EXAMPLE, discarded_at: DRAFT_EXAMPLE.created_at }) },
    errors: ['INVALID_TRANSITION'],
    handler: async (request) => presentVersion(await discardCard(deps, authorOf(deps, request), cardInPath(request.params.id))),
  })
}
