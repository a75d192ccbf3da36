// /ops/v1/fx_rates: exchange rates, dated and with their source.

import type { FastifyInstance } from 'fastify'
import { readFrom } from '../../../domain/values/time-input.ts'
import type { Deps } from '../../../flows/deps.ts'
import { listFxRates } from '../../../flows/pricing/list-fx-rates.ts'
import { setFx } from '../../../flows/pricing/set-fx.ts'
import { goodAnswer } from '../../operation.ts'
import { DateTime, Named, NullableString, RefTo, Text } from '../../schemas/fields.ts'
import * as Type from '../../schemas/type.ts'
import { ADMINS, opsOperation, STAFF } from '../access.ts'
import { authorOf } from '../auth.ts'
import { presentFx } from './fx-present.ts'

const fxFields = {
  fx_id: Type.String(),
  pair: Type.String(),
  rate: Type.String({ description: 'One unit of the first currency in the second' }),
  source: Type.String({ description: 'Where the rate is from' }),
  effective_from: DateTime(),
  recorded_at: DateTime(),
}
const FxRate = Named('FxRate', Type.Object({ ...fxFields, in_force: Type.Boolean() }))
export const FX_SCHEMAS = [FxRate]

const SetFxAnswer = Type.Object({
  ...fxFields,
  before: NullableString({ description: 'The rate that holds until then' }),
  warnings: Type.Array(Type.String(), { description: 'What went well, and yet should be known' }),
})

const SetFxBody = Type.Object(
  {
    pair: Text({ description: 'Such as USD/NGN' }),
    rate: Text({ description: 'Digits with a decimal point, up to 6 decimals' }),
    source: Text({ description: 'Where the rate is from' }),
    effective_from: Type.Optional(Text({ description: 'ISO 8601 with its offset, now or later; now by default' })),
    confirm: Type.Optional(Type.Boolean({ description: 'Needed for a change of more than half' })),
  },
  { examples: [{ pair: 'USD/NGN', rate: '1450.50', source: 'Central bank, 09:00' }] },
)

const FX_EXAMPLE = {
  fx_id: 'fx_01kqn2x4t8e6nvd0t2d5c1yq7w',
  pair: 'USD/NGN',
  rate: '1450.50',
  source: 'Central bank, 09:00',
  effective_from: '2026-11-15T08:00:00.000Z',
  recorded_at: '2026-11-15T08:00:00.000Z',
}

export const fxRoutes = (app: FastifyInstance, deps: Deps): void => {
  app.get(
    '/ops/v1/fx_rates',
    opsOperation(STAFF, {
      id: 'listFxRates',
      summary: 'List exchange rates',
      description: 'Pair by pair, oldest first. Nothing is ever edited: a correction is another rate.',
      answers: { 200: goodAnswer('All rates', Type.Array(RefTo(FxRate)), [{ ...FX_EXAMPLE, in_force: true }]) },
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
