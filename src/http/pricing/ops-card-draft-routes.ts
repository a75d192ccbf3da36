// /ops/v1/cards: validate, import, publish and discard drafts.

import type { FastifyInstance } from 'fastify'
import { readFrom } from '../../domain/values/time-input.ts'
import type { Deps } from '../../flows/deps.ts'
import { checkCard } from '../../flows/pricing/check-card.ts'
import { importCard } from '../../flows/pricing/import-card.ts'
import { discardCard, publishCard } from '../../flows/pricing/publish-card.ts'
import { goodAnswer } from '../../platform/http/operation.ts'
import { ADMINS, opsOperation } from '../staff/access.ts'
import { authorOf } from '../staff/auth.ts'
import { DRAFT_EXAMPLE, PUBLISHED_EXAMPLE, VALIDATION_EXAMPLE } from './ops-card-examples.ts'
import { presentVersion } from './ops-card-present.ts'
import { cardInPath, fileBytes, rejectFile } from './ops-card-requests.ts'
import {
  CardParams,
  ImportBody,
  ImportedAnswer,
  PublishBody,
  PublishedAnswer,
  ValidateBody,
  ValidationAnswer,
  VersionAnswer,
} from './ops-card-schemas.ts'

export const cardDraftRoutes = (app: FastifyInstance, deps: Deps): void => {
  app.post(
    '/ops/v1/cards/validate',
    opsOperation(ADMINS, {
      id: 'validateCard',
      summary: 'Validate a rate card’s file',
      description: 'Every mistake with its row and column. Nothing is stored.',
      body: ValidateBody,
      answers: { 200: goodAnswer('Whether it can be imported', ValidationAnswer, VALIDATION_EXAMPLE) },
      errors: ['NOT_FOUND'],
    }),
    async ({ body: { csv, id = null, kind: asked = null, business = null } }) => {
      const { kind, parsed } = await checkCard(deps, { bytes: fileBytes(csv), id, kind: asked, business })
      if (!parsed.ok) return { valid: false, kind, title: null, currency: null, mistakes: parsed.mistakes }
      return { valid: true, kind, title: parsed.card.title, currency: parsed.card.currency, mistakes: [] }
    },
  )

  app.post(
    '/ops/v1/cards/import',
    opsOperation(ADMINS, {
      id: 'importCard',
      summary: 'Import a rate card’s file as a draft',
      description:
        'The whole card, or nothing and every mistake in `details`, each with its `row` and `column`. A draft prices nothing until it is published.',
      body: ImportBody,
      answers: { 201: goodAnswer('The draft', ImportedAnswer, { ...DRAFT_EXAMPLE, replaced: null }) },
      errors: ['NOT_FOUND', 'INVALID_TRANSITION'],
    }),
    async (request, reply) => {
      const { id, csv, kind = null, business = null, replace = false } = request.body
      const imported = await importCard(deps, authorOf(deps, request), { id, bytes: fileBytes(csv), kind, business, replace })
      if (!imported.ok) throw rejectFile(imported.mistakes)
      return reply.code(201).send({ ...presentVersion(imported.draft), replaced: imported.replaced?.version ?? null })
    },
  )

  app.post(
    '/ops/v1/cards/:id/publish',
    opsOperation(ADMINS, {
      id: 'publishCard',
      summary: 'Publish a draft',
      description:
        'From now on, or from a later moment; once and for good. With a version in the path, that very draft: one that somebody replaced meanwhile is not published.',
      params: CardParams,
      body: PublishBody,
      answers: { 200: goodAnswer('The version, published', PublishedAnswer, { ...PUBLISHED_EXAMPLE, warnings: [] }) },
      errors: ['INVALID_TRANSITION'],
    }),
    async (request) => {
      const ref = cardInPath(request.params.id)
      const from = readFrom('effective_from', request.body.effective_from)
      const { card, warnings } = await publishCard(deps, authorOf(deps, request), ref, from)
      return { ...presentVersion(card), warnings }
    },
  )

  app.post(
    '/ops/v1/cards/:id/discard',
    opsOperation(ADMINS, {
      id: 'discardCard',
      summary: 'Discard a draft',
      description: 'Its number is not given again.',
      params: CardParams,
      answers: { 200: goodAnswer('The version, discarded', VersionAnswer, { ...DRAFT_EXAMPLE, discarded_at: DRAFT_EXAMPLE.created_at }) },
      errors: ['INVALID_TRANSITION'],
    }),
    async (request) => presentVersion(await discardCard(deps, authorOf(deps, request), cardInPath(request.params.id))),
  )
}
