// /ops/v1/fx_rates: dated exchange rates and their sources. /ops/v1/sample_prices: sample prices still in use. /ops/v1/warehouses: warehouse addresses.

import type { FastifyInstance } from 'fastify'
import { samplesInUse } from '../../domain/pricing/sample-prices.ts'
import { countryCode } from '../../domain/values/country.ts'
import { Rejection } from '../../domain/values/errors.ts'
import { readFrom } from '../../domain/values/time-input.ts'
import type { Deps } from '../../flows/deps.ts'
import { listFxRates, setFx } from '../../flows/pricing/fx-rates.ts'
import { setWarehouse } from '../../flows/pricing/set-warehouse.ts'
import { goodAnswer } from '../../platform/http/operation.ts'
import * as Type from '../../platform/http/schemas/type.ts'
import { operatorBookAt } from '../../store/pricing/price-books.ts'
import * as warehouses from '../../store/pricing/warehouses.ts'
import { ADMINS, opsRoute, STAFF } from '../staff/access.ts'
import { authorOf } from '../staff/auth.ts'
import { presentFx, presentWarehouse } from './ops-present.ts'
import {
  CountryParams,
  FX_EXAMPLE,
  FxAnswer,
  SamplePricesAnswer,
  SetFxAnswer,
  SetFxBody,
  SetWarehouseAnswer,
  SetWarehouseBody,
  WAREHOUSE_EXAMPLE,
  WarehouseAnswer,
} from './ops-schemas.ts'

export const fxRoutes = (app: FastifyInstance, deps: Deps): void => {
  opsRoute(app, 'GET', '/ops/v1/fx_rates', STAFF, {
    id: 'listFxRates',
    summary: 'List exchange rates',
    description: 'By currency pair, oldest first. Rates are never edited: a correction adds a rate.',
    answers: { 200: goodAnswer('All rates', Type.Array(FxAnswer), [{ ...FX_EXAMPLE, in_force: true }]) },
    handler: async () => (await listFxRates(deps)).map((fx) => ({ ...presentFx(fx), in_force: fx.isInForce })),
  })

  opsRoute(app, 'POST', '/ops/v1/fx_rates', ADMINS, {
    id: 'setFxRate',
    summary: 'Set an exchange rate',
    description: 'From now on, or from a later moment. A change of more than half needs `confirm`.',
    body: SetFxBody,
    answers: { 201: goodAnswer('The rate', SetFxAnswer, { ...FX_EXAMPLE, before: '1400', warnings: [] }) },
    handler: async (request, reply) => {
      const { pair, rate, source, effective_from, confirm = false } = request.body
      const asked = { pair, rate, source, confirm, from: readFrom('effective_from', effective_from) }
      const { fx, before, warnings } = await setFx(deps, authorOf(deps, request), asked)
      return reply.code(201).send({ ...presentFx(fx), before: before?.rate ?? null, warnings })
    },
  })
}

export const samplePriceRoutes = (app: FastifyInstance, deps: Deps): void => {
  opsRoute(app, 'GET', '/ops/v1/sample_prices', STAFF, {
    id: 'listSamplePrices',
    summary: 'List sample prices in use',
    description:
      'Sample cards that still price a country, and pairs with the sample exchange rate. Replace them before you give live prices: publish your own cards, and set the rate.',
    answers: {
      200: goodAnswer('The sample prices', SamplePricesAnswer, {
        cards: [{ card_id: 'export-air', title: 'Export by air' }],
        pairs: ['USD/NGN'],
      }),
    },
    handler: async () => {
      const { cards, pairs } = samplesInUse(await operatorBookAt(deps.db, deps.clock()))
      return { cards: cards.map(({ id, title }) => ({ card_id: id, title })), pairs }
    },
  })
}

export const warehouseRoutes = (app: FastifyInstance, deps: Deps): void => {
  opsRoute(app, 'GET', '/ops/v1/warehouses', STAFF, {
    id: 'listWarehouses',
    summary: 'List warehouses',
    description: 'One in each country that has one, in the order of their countries.',
    answers: { 200: goodAnswer('All warehouses', Type.Array(WarehouseAnswer), [WAREHOUSE_EXAMPLE]) },
    handler: async () => (await warehouses.list(deps.db)).map(presentWarehouse),
  })

  opsRoute(app, 'PUT', '/ops/v1/warehouses/:country', ADMINS, {
    id: 'setWarehouse',
    summary: 'Set the address of a warehouse',
    description:
      'Whole, from now on. The one in China is where imports come from when neither the request nor the customer’s profile says; quotes that were made before keep the address they have.',
    params: CountryParams,
    body: SetWarehouseBody,
    answers: { 200: goodAnswer('The warehouse', SetWarehouseAnswer, { ...WAREHOUSE_EXAMPLE, warnings: [] }) },
    handler: async (request) => {
      const { country } = request.params
      if (countryCode(country) === null) throw new Rejection('NOT_FOUND', 'No such country.')
      const { street, city, state, postal_code } = request.body
      const asked = { country, street, city, state, postal_code }
      const { warehouse, warnings } = await setWarehouse(deps, authorOf(deps, request), asked)
      return { ...presentWarehouse(warehouse), warnings }
    },
  })
}
