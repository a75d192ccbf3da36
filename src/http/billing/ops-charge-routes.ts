// /ops/v1/charges, /price_list and /tax_rates: charges, the price list of extras, and tax rates.

import type { FastifyInstance } from 'fastify'
import type { PriceListItem } from '../../domain/billing/price-list.ts'
import { itemsInForce } from '../../domain/billing/price-list.ts'
import type { TaxRate } from '../../domain/billing/tax.ts'
import { categoryOf } from '../../domain/billing/tax.ts'
import { invalidField } from '../../domain/values/errors.ts'
import { koboText } from '../../domain/values/kobo.ts'
import { readFrom } from '../../domain/values/time-input.ts'
import { addExtra, takeBackCharge } from '../../flows/billing/charges/add-extra.ts'
import { addShipmentExtra } from '../../flows/billing/charges/add-shipment-extra.ts'
import { setPrice, setTaxRate } from '../../flows/billing/charges/set-prices.ts'
import type { Deps } from '../../flows/deps.ts'
import { listPage } from '../../platform/http/links.ts'
import { goodAnswer } from '../../platform/http/operation.ts'
import * as Type from '../../platform/http/schemas/type.ts'
import { problemsOf } from '../../platform/http/validation.ts'
import { instant, omitNulls } from '../../platform/http/wire-format.ts'
import * as charges from '../../store/billing/charges.ts'
import * as priceList from '../../store/billing/price-list.ts'
import * as packages from '../../store/packages/packages.ts'
import * as shipments from '../../store/shipments/shipments.ts'
import { readBusinessNames } from '../businesses/business-names.ts'
import { ShipmentParams } from '../shipments/ops-schemas.ts'
import { ACCOUNTANTS, ADMINS, MONEY, opsRoute, STAFF, WAREHOUSE } from '../staff/access.ts'
import { authorOf } from '../staff/auth.ts'
import { foundFor, staffCaller } from '../staff/for-business.ts'
import { businessIn } from '../values/ops-list-filters.ts'
import { CHARGE_EXAMPLE, PRICE_EXAMPLE, TAX_RATE_EXAMPLE } from './ops-examples.ts'
import { presentCharge } from './ops-present.ts'
import { PriceAnswer, SetPriceBody, SetTaxRateBody, TaxRateAnswer } from './ops-price-schemas.ts'
import { AddChargeBody, ChargeAnswer, ChargeParams, ChargesQuery, ReasonBody, ShipmentChargeBody } from './ops-schemas.ts'

const presentPrice = (item: PriceListItem, isInForce: boolean) => ({
  price_id: item.id,
  code: item.code,
  name: item.name,
  kind: item.kind,
  amount: koboText(item.unitKobo),
  effective_from: instant(item.effectiveFrom),
  in_force: isInForce,
})

const presentTaxRate = ({ id, kind, direction, percent, category, reason, effectiveFrom }: TaxRate) => ({
  tax_rate_id: id,
  kind,
  direction,
  percent,
  category: categoryOf({ category, percent }),
  reason,
  effective_from: instant(effectiveFrom),
})

type AddCharge = { mode?: 'live' | 'test'; business?: string; parcel_id?: string; customer_id?: string }

/** Returns the business to charge, and whether the charge is for a package, a customer or the business itself. */
const subjectOf = async (deps: Deps, { mode = 'live', business, parcel_id, customer_id }: AddCharge) => {
  if (parcel_id !== undefined) {
    const { scope, parcel } = await packages.loadOfAnyBusiness(deps.db, parcel_id)
    return { scope, for: { packageId: parcel.id } }
  }
  const { businessId } = await businessIn(deps, business === undefined ? {} : { business })
  if (businessId === undefined) throw invalidField('business', 'is required without a parcel_id')
  return { scope: { businessId, mode }, for: customer_id === undefined ? ({ business: true } as const) : { customerId: customer_id } }
}

export const chargeRoutes = (app: FastifyInstance, deps: Deps): void => {
  opsRoute(app, 'GET', '/ops/v1/charges', MONEY, {
    id: 'listCharges',
    summary: 'List charges',
    description: 'Newest first, those that were taken back included.',
    query: ChargesQuery,
    answers: { 200: goodAnswer('A page of charges', Type.Array(ChargeAnswer), [CHARGE_EXAMPLE]) },
    handler: async (request, reply) => {
      const { mode = 'live', kind, parcel_id, parcel_quote_id, customer_id, waiting } = request.query
      const filter = {
        mode,
        ...(await businessIn(deps, request.query)),
        ...omitNulls({ kind, packageId: parcel_id, quoteId: parcel_quote_id, customerId: customer_id, isWaiting: waiting }),
      }
      const { items } = await listPage(request, reply, (page) => charges.list(deps.db, filter, page))
      const businessOf = await readBusinessNames(deps)
      return items.map(({ scope, charge }) => presentCharge(businessOf, scope, charge))
    },
  })

  opsRoute(app, 'POST', '/ops/v1/charges', WAREHOUSE, {
    id: 'addCharge',
    summary: 'Charge an extra',
    description: 'From the price list, to a package, a customer or the business. It waits for the next invoice.',
    body: AddChargeBody,
    answers: { 201: goodAnswer('The charge', ChargeAnswer, { ...CHARGE_EXAMPLE, kind: 'clearance' }) },
    errors: ['NOT_FOUND'],
    handler: async (request, reply) => {
      const { code, quantity = 1, amount, note } = request.body
      const { scope, for: subject } = await subjectOf(deps, request.body)
      const caller = await staffCaller(deps, request, scope)
      const charge = await addExtra(deps, caller, { code, quantity, amount, note, for: subject })
      return reply.code(201).send(presentCharge(await readBusinessNames(deps), scope, charge))
    },
  })

  opsRoute(app, 'POST', '/ops/v1/shipments/:id/charges', WAREHOUSE, {
    id: 'addShipmentCharge',
    attachValidation: true,
    summary: 'Charge an extra to a shipment',
    description:
      'One price from the price list, spread over the packages on board to the kobo: by weight by air, by volume by ocean, evenly where a package has none. Each part waits for the next invoice of its payer.',
    params: ShipmentParams,
    body: ShipmentChargeBody,
    answers: {
      201: goodAnswer('The parts', Type.Array(ChargeAnswer), [{ ...CHARGE_EXAMPLE, kind: 'clearance' }]),
    },
    errors: ['NOT_FOUND', 'INVALID_TRANSITION'],
    handler: async (request, reply) => {
      const { id } = await shipments.load(deps.db, request.params.id, request.staff.seen)
      problemsOf(request).throwIfAny()
      const { code, quantity = 1, amount, note } = request.body
      const made = await addShipmentExtra(deps, authorOf(deps, request), id, { code, quantity, amount, note })
      const businessOf = await readBusinessNames(deps)
      return reply.code(201).send(made.map(({ scope, charge }) => presentCharge(businessOf, scope, charge)))
    },
  })

  opsRoute(app, 'POST', '/ops/v1/charges/:id/reverse', ACCOUNTANTS, {
    id: 'reverseCharge',
    attachValidation: true,
    summary: 'Take a charge back',
    description:
      'By a credit note where it is on an issued invoice. From the amount of the operator, a second person approves the credit of its line instead.',
    params: ChargeParams,
    body: ReasonBody,
    answers: { 200: goodAnswer('The charge', ChargeAnswer, { ...CHARGE_EXAMPLE, reversed_at: CHARGE_EXAMPLE.created_at }) },
    errors: ['INVALID_TRANSITION', 'SECOND_PERSON_REQUIRED'],
    handler: async (request) => {
      const { scope, caller } = await foundFor(deps, request, charges.loadOfAnyBusiness)
      const charge = await takeBackCharge(deps, caller, request.params.id, request.body.reason)
      return presentCharge(await readBusinessNames(deps), scope, charge)
    },
  })

  opsRoute(app, 'GET', '/ops/v1/price_list', STAFF, {
    id: 'listPrices',
    summary: 'The price list of extras',
    description: 'By code, oldest first. Prices are never edited: a change adds a price.',
    answers: { 200: goodAnswer('All prices', Type.Array(PriceAnswer), [PRICE_EXAMPLE]) },
    handler: async () => {
      const items = await priceList.items(deps.db)
      const current = itemsInForce(items, deps.clock())
      return items.map((item) => presentPrice(item, current.includes(item)))
    },
  })

  opsRoute(app, 'POST', '/ops/v1/price_list', ADMINS, {
    id: 'setPrice',
    summary: 'Set the price of an extra',
    description: 'From now on, or from a later moment.',
    body: SetPriceBody,
    answers: { 201: goodAnswer('The price', PriceAnswer, PRICE_EXAMPLE) },
    handler: async (request, reply) => {
      const { effective_from, ...price } = request.body
      const item = await setPrice(deps, authorOf(deps, request), { ...price, from: readFrom('effective_from', effective_from) })
      return reply.code(201).send(presentPrice(item, item.effectiveFrom <= deps.clock()))
    },
  })

  opsRoute(app, 'GET', '/ops/v1/tax_rates', STAFF, {
    id: 'listTaxRates',
    summary: 'List tax rates',
    description: 'Oldest first. What has no rate is not taxed.',
    answers: { 200: goodAnswer('All rates', Type.Array(TaxRateAnswer), [TAX_RATE_EXAMPLE]) },
    handler: async () => (await priceList.taxRates(deps.db)).map(presentTaxRate),
  })

  opsRoute(app, 'POST', '/ops/v1/tax_rates', ADMINS, {
    id: 'setTaxRate',
    summary: 'Set a tax rate',
    description:
      'For a kind of charge and a direction of trade, from now on or from a later moment. A charge has the rate that was in force when it arose.',
    body: SetTaxRateBody,
    answers: { 201: goodAnswer('The rate', TaxRateAnswer, TAX_RATE_EXAMPLE) },
    handler: async (request, reply) => {
      const { kind, direction = null, percent, category = null, reason = null, effective_from } = request.body
      const asked = { kind, direction, percent, category, reason, from: readFrom('effective_from', effective_from) }
      return reply.code(201).send(presentTaxRate(await setTaxRate(deps, authorOf(deps, request), asked)))
    },
  })
}
