// /ops/v1/packages/{id}/owed, /shipments/{id}/owed and /packages/{id}/release_unpaid: what is not paid, and who lets it go all the same.

import type { FastifyInstance } from 'fastify'
import { koboText } from '../../../domain/billing/kobo.ts'
import type { OwedCharge, PackageOwed } from '../../../domain/billing/release.ts'
import { owedKobo, stoppedStep } from '../../../domain/billing/release.ts'
import { billingAt } from '../../../domain/businesses/business.ts'
import { PRICE_CURRENCY } from '../../../domain/values/money.ts'
import { overrideRelease } from '../../../flows/billing/release/override-release.ts'
import { readOwed } from '../../../flows/billing/release/read-owed.ts'
import { callerFor } from '../../../flows/caller-for.ts'
import type { Caller, Deps } from '../../../flows/deps.ts'
import { nowFor } from '../../../flows/deps.ts'
import { callersFor } from '../../../flows/packages/save-packages.ts'
import type { Author } from '../../../store/audit/audit.ts'
import type { FoundPackage } from '../../../store/packages/packages.ts'
import * as packages from '../../../store/packages/packages.ts'
import * as shipmentPackages from '../../../store/shipments/shipment-packages.ts'
import * as shipments from '../../../store/shipments/shipments.ts'
import { goodAnswer } from '../../operation.ts'
import { PackageParams } from '../../schemas/params.ts'
import { problemsOf } from '../../validation.ts'
import { instant } from '../../wire-format.ts'
import { ADMINS, opsOperation, STAFF } from '../access.ts'
import { authorOf } from '../auth.ts'
import { authorsOf } from '../authors.ts'
import { ShipmentParams } from '../shipments/schemas.ts'
import type { WirePackageOwed } from './owed-schemas.ts'
import { OverrideBody, PACKAGE_OWED_EXAMPLE, PackageOwedAnswer, ShipmentOwedAnswer } from './owed-schemas.ts'

type NameAuthor = Awaited<ReturnType<typeof authorsOf>>

const presentCharge = (charge: OwedCharge, stops: boolean): WirePackageOwed['charges'][number] => ({
  charge_id: charge.id,
  kind: charge.kind,
  description: charge.description,
  total: koboText(charge.totalKobo),
  stops,
  invoice_id: charge.invoiceId,
  invoice_number: charge.invoiceNumber,
  invoice_open: charge.openKobo === null ? null : koboText(charge.openKobo),
  due_date: charge.dueDate,
})

const presentOwed = ({ scope, parcel }: FoundPackage, owed: PackageOwed, nameOf: NameAuthor): WirePackageOwed => {
  const { override } = owed
  return {
    parcel_id: parcel.id,
    parcel_number: parcel.parcelNumber,
    business_id: scope.businessId,
    owed: koboText(owed.owedKobo),
    currency: PRICE_CURRENCY,
    release: owed.release,
    stops: stoppedStep(owed),
    charges: owed.charges.map((charge) => presentCharge(charge, owed.stopping.includes(charge))),
    override: override && {
      override_id: override.id,
      reason: override.reason,
      owed: koboText(override.owedKobo),
      author: nameOf(override.createdBy),
      created_at: instant(override.createdAt),
    },
  }
}

const nothingOwed = (deps: Deps, caller: Caller): PackageOwed => ({
  owedKobo: 0,
  charges: [],
  release: billingAt(caller.business, nowFor(deps, caller)).release,
  stopping: [],
  override: null,
})

const authorsIn = (deps: Deps, owed: readonly PackageOwed[]): Promise<NameAuthor> =>
  authorsOf(
    deps,
    owed.flatMap(({ override }) => override?.createdBy ?? []),
  )

export const owedRoutes = (app: FastifyInstance, deps: Deps): void => {
  const owedBy = async (id: string, author: Author): Promise<WirePackageOwed> => {
    const found = await packages.loadOfAnyBusiness(deps.db, id)
    const caller = await callerFor(deps.db, found.scope, author)
    const owed = (await readOwed(deps, deps.db, () => caller, [found])).get(found.parcel.id) ?? nothingOwed(deps, caller)
    return presentOwed(found, owed, await authorsIn(deps, [owed]))
  }

  app.get(
    '/ops/v1/packages/:id/owed',
    opsOperation(STAFF, {
      id: 'getPackageOwed',
      summary: 'What a package owes',
      description:
        'Charges of it that are not invoiced, or whose invoice is not paid, with the freight of its whole booking; and whether that stops it.',
      params: PackageParams,
      answers: { 200: goodAnswer('What it owes', PackageOwedAnswer, PACKAGE_OWED_EXAMPLE) },
    }),
    async (request) => owedBy(request.params.id, authorOf(deps, request)),
  )

  app.post(
    '/ops/v1/packages/:id/release_unpaid',
    opsOperation(ADMINS, {
      id: 'releaseUnpaidPackage',
      attachValidation: true,
      summary: 'Let a package go unpaid',
      description: 'Covers what it owes by now, at every step. The reason is recorded with the admin who gave it.',
      params: PackageParams,
      body: OverrideBody,
      answers: { 200: goodAnswer('What it owes', PackageOwedAnswer, PACKAGE_OWED_EXAMPLE) },
      errors: ['INVALID_TRANSITION'],
    }),
    async (request) => {
      const { scope, parcel } = await packages.loadOfAnyBusiness(deps.db, request.params.id)
      problemsOf(request).throwIfAny()
      const author = authorOf(deps, request)
      await overrideRelease(deps, await callerFor(deps.db, scope, author), parcel.id, request.body.reason)
      return owedBy(parcel.id, author)
    },
  )

  app.get(
    '/ops/v1/shipments/:id/owed',
    opsOperation(STAFF, {
      id: 'getShipmentOwed',
      summary: 'What the packages of a shipment owe',
      description: 'Of all businesses. The freight of a booking counts once in the sum, also where several of its packages are on board.',
      params: ShipmentParams,
      answers: {
        200: goodAnswer('What they owe', ShipmentOwedAnswer, {
          shipment_id: 'shp_01kqn2x4t8e6nvd0t2d5c1yq7w',
          owed: PACKAGE_OWED_EXAMPLE.owed,
          currency: PRICE_CURRENCY,
          packages: [PACKAGE_OWED_EXAMPLE],
        }),
      },
    }),
    async (request) => {
      const { id } = await shipments.load(deps.db, request.params.id)
      const found = await shipmentPackages.ofShipment(deps.db, id)
      const callerOf = await callersFor(deps.db, authorOf(deps, request), found)
      const owed = await readOwed(deps, deps.db, callerOf, found)
      const nameOf = await authorsIn(deps, [...owed.values()])
      const charges = new Map([...owed.values()].flatMap((each) => each.charges.map((charge) => [charge.id, charge])))
      return {
        shipment_id: id,
        owed: koboText(owedKobo([...charges.values()])),
        currency: PRICE_CURRENCY,
        packages: found.flatMap((each) => {
          const own = owed.get(each.parcel.id)
          return own ? [presentOwed(each, own, nameOf)] : []
        }),
      }
    },
  )
}
