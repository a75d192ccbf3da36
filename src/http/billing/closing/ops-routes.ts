// /ops/v1/book_closing: shows and sets the day up to which the books are closed.

import type { FastifyInstance } from 'fastify'
import type { BookClosing } from '../../../domain/billing/closing/booking-day.ts'
import { closeBooksUntil } from '../../../flows/billing/close-books.ts'
import type { Deps } from '../../../flows/deps.ts'
import { goodAnswer } from '../../../platform/http/operation.ts'
import { nullableInstant } from '../../../platform/http/wire-format.ts'
import * as bookClosing from '../../../store/billing/book-closing.ts'
import { ACCOUNTANTS, opsRoute, STAFF } from '../../staff/access.ts'
import { authorOf } from '../../staff/auth.ts'
import { BookClosingAnswer, CLOSING_EXAMPLE, CloseBooksBody } from './ops-schemas.ts'

const presentClosing = (closing: BookClosing | null) => ({
  closed_until: closing?.closedUntil ?? null,
  closed_by: closing?.closedBy ?? null,
  closed_at: nullableInstant(closing?.closedAt ?? null),
})

export const closingRoutes = (app: FastifyInstance, deps: Deps): void => {
  opsRoute(app, 'GET', '/ops/v1/book_closing', STAFF, {
    id: 'getBookClosing',
    summary: 'Up to which day the books are closed',
    description: 'Nothing is booked into closed days, in either mode.',
    answers: { 200: goodAnswer('The closing date', BookClosingAnswer, CLOSING_EXAMPLE) },
    handler: async () => presentClosing(await bookClosing.find(deps.db)),
  })

  opsRoute(app, 'PUT', '/ops/v1/book_closing', ACCOUNTANTS, {
    id: 'closeBooks',
    summary: 'Close the books up to a day',
    description: 'The date only moves forward. Every change of it is in the audit trail.',
    body: CloseBooksBody,
    answers: { 200: goodAnswer('The closing date', BookClosingAnswer, CLOSING_EXAMPLE) },
    errors: ['INVALID_TRANSITION'],
    handler: async (request) => presentClosing(await closeBooksUntil(deps, authorOf(deps, request), request.body.closed_until)),
  })
}
