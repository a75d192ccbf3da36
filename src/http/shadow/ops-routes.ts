// /ops/v1/cards/shadow: prices past quotes again with another rate card or exchange rate.

import type { FastifyInstance } from 'fastify'
import { readInstant } from '../../domain/values/time-input.ts'
import type { Deps } from '../../flows/deps.ts'
import type { ShadowBound } from '../../flows/shadow/shadow-prices.ts'
import { shadowPrices } from '../../flows/shadow/shadow-prices.ts'
import { goodAnswer } from '../../platform/http/operation.ts'
import { cardInField } from '../pricing/ops-card-requests.ts'
import type { OpsRegister } from '../register.ts'
import { ADMINS, opsRoute } from '../staff/access.ts'
import { presentShadow } from './ops-present.ts'
import { SHADOW_EXAMPLE, SHADOW_SCHEMAS, ShadowAnswer, ShadowBody } from './ops-schemas.ts'

/** The limits of one request. The command line has no limits. */
const BOUND: ShadowBound = { quotesMax: 5_000, timeMaxMs: 20_000 }
const SINCE_DEFAULT = '30d'

const shadowRoutes = (app: FastifyInstance, deps: Deps): void => {
  opsRoute(app, 'POST', '/ops/v1/cards/shadow', ADMINS, {
    id: 'shadowCards',
    summary: 'Re-price past quotes with a card or an exchange rate',
    description: `Compares what quotes of a period cost with what they would have cost; nothing is stored. One request re-prices the newest ${BOUND.quotesMax} quotes of the period and takes at most ${BOUND.timeMaxMs / 1000} seconds; \`complete\` and \`since\` say what was re-priced. The command line has no such limit.`,
    body: ShadowBody,
    answers: { 200: goodAnswer('The report', ShadowAnswer, SHADOW_EXAMPLE) },
    errors: ['NOT_FOUND'],
    handler: async ({ body }) => {
      const now = deps.clock()
      const period = {
        since: readInstant('since', body.since ?? SINCE_DEFAULT, now),
        until: body.until === undefined ? null : readInstant('until', body.until, now),
      }
      const trial = { card: cardInField('card', body.card), fx: body.fx ?? null }
      const shadowed = await shadowPrices(deps, { ...trial, period, mode: body.mode ?? 'live', bound: BOUND }, () => {})
      const complete = shadowed.quotesInPeriod <= BOUND.quotesMax
      return { ...presentShadow(shadowed), quotes_max: BOUND.quotesMax, complete }
    },
  })
}

export const register: OpsRegister = { schemas: SHADOW_SCHEMAS, ops: [shadowRoutes] }
