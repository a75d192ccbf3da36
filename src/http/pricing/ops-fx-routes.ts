// /ops/v1/fx_rates: exchange rates, dated and with their source.

import type { FastifyInstance } from 'fastify'
import { readFrom } from '../../domain/values/time-input.ts'
import type { Deps } from '../../flows/deps.ts'
import { listFxRates } from '../../flows/pricing/list-fx-rates.ts'
import { setFx } from '../../flows/pricing/set-fx.ts'
import { goodAnswer } from '../../platform/http/operation.ts'
import * as Type from '../../platform/http/schemas/type.ts'
import { ADMINS, opsOperation, STAFF } from '../staff/access.ts'
import { authorOf } from '../staff/auth.ts'
import { presentFx } from './ops-fx-present.ts'
import { FX_EXAMPLE, FxAnswer, SetFxAnswer, SetFxBody } from './ops-fx-schemas.ts'

export const fxRoutes = (app: FastifyInstance, deps: Deps): void => {
  app.get(
    '/ops/v1/fx_rates',
    opsOperation(STAFF, {
      id: 'listFxRates',
      summary: 'List exchange rates',
      description: 'Pair by pair, oldest first. Nothing is ever edited: a correction is another rate.',
      answers: { 200: goodAnswer('All rates', Type.Array(FxAnswer), [{ ...FX_EXAMPLE, in_force: true }]) },
    }),
    async () => (await listFxRates(deps)).map((fx) => ({ ...presentFx(fx), in_force: fx.isInForce })),
  )

  app.post(
    '/ops/v1/fx_rates',
    opsOperation(ADMINS, {
      id: 'setFxRate',
      summary: 'Set an exchange rate',
      description: 'From now on, or from a later moment. A change of more than half needs `confirm`.',
      body: SetFxBody,
      answers: { 201: goodAnswer('The rate', SetFxAnswer, { ...FX_EXAMPLE, before: '1400', warnings: [] }) },
    }),
    async (request, reply) => {
      const { pair, rate, source, effective_from, confirm = false } = request.body
      const asked = { pair, rate, source, confirm, from: readFrom('effective_from', effective_from) }
      const { fx, before, warnings } = await setFx(deps, authorOf(deps, request), asked)
      return reply.code(201).send({ ...presentFx(fx), before: before?.rate ?? null, warnings })
    },
  )
}
