// /ops/v1/till: the net cash that the caller has taken since the caller's last count. /ops/v1/cash_counts: counts of tills, and their slips as PDF.

import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { CashCount } from '../../../domain/billing/cash-count.ts'
import { differenceKobo } from '../../../domain/billing/cash-count.ts'
import { Rejection } from '../../../domain/values/errors.ts'
import { koboText } from '../../../domain/values/kobo.ts'
import { countTill, drawSlip, readTill } from '../../../flows/billing/till/count-till.ts'
import type { Deps } from '../../../flows/deps.ts'
import { listPage } from '../../../platform/http/links.ts'
import { fileAnswer, goodAnswer } from '../../../platform/http/operation.ts'
import * as Type from '../../../platform/http/schemas/type.ts'
import { sendFile } from '../../../platform/http/send-file.ts'
import { instant } from '../../../platform/http/wire-format.ts'
import * as cashCounts from '../../../store/billing/cash-counts.ts'
import * as staffStore from '../../../store/staff/staff.ts'
import { opsRoute, TILL } from '../../staff/access.ts'
import { authorOf } from '../../staff/auth.ts'
import { amountIn } from '../../values/fields.ts'
import { CashCountAnswer, CountBody, CountParams, CountsQuery, TillAnswer, TillQuery } from './ops-schemas.ts'

const EXAMPLE = {
  cash_count_id: 'cct_01kqn2x4t8e6nvd0t2d5c1yq7w',
  mode: 'live' as const,
  cashier_id: 'stf_01kqn2x4t8e6nvd0t2d5c1yq7w',
  cashier_name: 'Sample Cashier',
  movements: 41,
  expected: '129000.00',
  counted: '128500.00',
  difference: '-500.00',
  reason: 'A customer got 500 too much change',
  created_at: '2026-11-15T17:05:00.000Z',
}

const EMPTY_TILL = /^0(\.0{1,2})?$/

const readCounted = (text: string): number => (EMPTY_TILL.test(text.trim()) ? 0 : amountIn('counted', text))

/** Whether the caller sees the cash counts of all staff. Accountants and admins do. Other staff see only their own counts. */
const seesAll = ({ staff: { role } }: FastifyRequest): boolean => role === 'admin' || role === 'accountant'

const presenter = async (deps: Deps) => {
  const names = new Map((await staffStore.list(deps.db)).map(({ id, name }) => [id, name]))
  return (count: CashCount) => ({
    cash_count_id: count.id,
    mode: count.mode,
    cashier_id: count.cashierId,
    cashier_name: names.get(count.cashierId)!,
    movements: count.movements,
    expected: koboText(count.expectedKobo),
    counted: koboText(count.countedKobo),
    difference: koboText(differenceKobo(count)),
    reason: count.reason,
    created_at: instant(count.createdAt),
  })
}

export const tillRoutes = (app: FastifyInstance, deps: Deps): void => {
  opsRoute(app, 'GET', '/ops/v1/till', TILL, {
    id: 'getTill',
    summary: 'Retrieve what is expected in your till',
    description: 'The cash payments that you took, less the cash that you refunded or reversed, since your last count.',
    query: TillQuery,
    answers: { 200: goodAnswer('Your till', TillAnswer, { mode: 'live', movements: 41, expected: '129000.00' }) },
    handler: async ({ query: { mode = 'live' }, staff }) => {
      const { movements, expectedKobo } = await readTill(deps, mode, staff.staff.id)
      return { mode, movements, expected: koboText(expectedKobo) }
    },
  })

  opsRoute(app, 'POST', '/ops/v1/cash_counts', TILL, {
    id: 'countTill',
    summary: 'Count your till',
    description: 'A difference needs a reason. The next count begins with an empty till: take the cash out.',
    body: CountBody,
    answers: { 201: goodAnswer('The count', CashCountAnswer, EXAMPLE) },
    errors: ['INVALID_TRANSITION'],
    handler: async (request, reply) => {
      const { mode = 'live', counted, reason } = request.body
      const asked = { mode, countedKobo: readCounted(counted), reason: reason?.trim() || null }
      const count = await countTill(deps, authorOf(deps, request), asked)
      return reply.code(201).send((await presenter(deps))(count))
    },
  })

  opsRoute(app, 'GET', '/ops/v1/cash_counts', TILL, {
    id: 'listCashCounts',
    summary: 'List counts of tills',
    description: 'Newest first: of all cashiers for accountants and admins, your own otherwise.',
    query: CountsQuery,
    answers: { 200: goodAnswer('A page of counts', Type.Array(CashCountAnswer), [EXAMPLE]) },
    handler: async (request, reply) => {
      const { mode = 'live' } = request.query
      const cashierId = seesAll(request) ? null : request.staff.staff.id
      const { items } = await listPage(request, reply, (page) => cashCounts.list(deps.db, { mode, cashierId }, page))
      return items.map(await presenter(deps))
    },
  })

  opsRoute(app, 'GET', '/ops/v1/cash_counts/:id/slip.pdf', TILL, {
    id: 'getCashCountSlip',
    summary: 'The slip of a count as PDF',
    description: '80 mm wide, for a receipt printer: expected, counted, the difference with its reason, and room for a signature.',
    params: CountParams,
    answers: { 200: fileAnswer('The slip', 'application/pdf') },
    errors: ['NOT_FOUND'],
    handler: async (request, reply) => {
      const count = await cashCounts.load(deps.db, request.params.id)
      if (!seesAll(request) && count.cashierId !== request.staff.staff.id) throw new Rejection('NOT_FOUND', 'No such count.')
      return sendFile(reply, `${count.id}.pdf`, await drawSlip(deps, count))
    },
  })
}
