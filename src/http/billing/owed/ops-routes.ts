// /ops/v1/packages/{id}/owed, /shipments/{id}/owed and /packages/{id}/release_unpaid: unpaid amounts, and the release of an unpaid package.

import type { FastifyInstance } from 'fastify'
import type { OwedCharge } from '../../../domain/billing/release.ts'
import { stoppedStep } from '../../../domain/billing/release.ts'
import { koboText } from '../../../domain/values/kobo.ts'
import { PRICE_CURRENCY } from '../../../domain/values/money.ts'
import { overrideRelease } from '../../../flows/billing/override-release.ts'
import type { OwedView } from '../../../flows/billing/release.ts'
import { readPackageOwed, readShipmentOwed } from '../../../flows/billing/release.ts'
import type { Deps } from '../../../flows/deps.ts'
import { callerFor } from '../../../flows/deps.ts'
import { goodAnswer } from '../../../platform/http/operation.ts'
import { problemsOf } from '../../../platform/http/validation.ts'
import { instant } from '../../../platform/http/wire-format.ts'
import type { Author } from '../../../store/audit/audit.ts'
import * as packages from '../../../store/packages/packages.ts'
import { namesOf } from '../../../store/packages/timelines.ts'
import * as shipments from '../../../store/shipments/shipments.ts'
import { ShipmentParams } from '../../shipments/ops-schemas.ts'
import { ADMINS, MONEY, opsRoute } from '../../staff/access.ts'
import { authorOf } from '../../staff/auth.ts'
import type { NameAuthor } from '../../staff/authors.ts'
import { authorNamer } from '../../staff/authors.ts'
import { PackageParams } from '../../values/fields.ts'
import type { WirePackageOwed } from './ops-schemas.ts'
import { OverrideBody, PACKAGE_OWED_EXAMPLE, PackageOwedAnswer, ShipmentOwedAnswer } from './ops-schemas.ts'

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

const presentOwed = ({ found: { scope, parcel }, owed }: OwedView, nameOf: NameAuthor): WirePackageOwed => {
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
    missed_charges: owed.missed.map((missed) => ({
      missed_charge_id: missed.id,
      kind: missed.kind,
      description: missed.description,
      amount: missed.amount,
      currency: missed.currency,
    })),
    override: override && {
      override_id: override.id,
      reason: override.reason,
      owed: koboText(override.owedKobo),
      author: nameOf(override.createdBy),
      created_at: instant(override.createdAt),
    },
  }
}

export const owedRoutes = (app: FastifyInstance, deps: Deps): void => {
  const namerFor = async (views: readonly OwedView[]): Promise<NameAuthor> =>
    authorNamer(
      await namesOf(
        deps.db,
        views.flatMap(({ owed }) => owed.override?.createdBy ?? []),
      ),
    )
  const packageOwed = async (author: Author, id: string): Promise<WirePackageOwed> => {
    const view = await readPackageOwed(deps, author, id)
    return presentOwed(view, await namerFor([view]))
  }

  opsRoute(app, 'GET', '/ops/v1/packages/:id/owed', MONEY, {
    id: 'getPackageOwed',
    summary: 'Retrieve the unpaid amount of a package',
    description:
      'Charges of it that are not invoiced, or whose invoice is not paid, with the freight of its whole booking; and whether that stops it.',
    params: PackageParams,
    answers: { 200: goodAnswer('The unpaid amount', PackageOwedAnswer, PACKAGE_OWED_EXAMPLE) },
    handler: async (request) => packageOwed(authorOf(deps, request), request.params.id),
  })

  opsRoute(app, 'POST', '/ops/v1/packages/:id/release_unpaid', ADMINS, {
    id: 'releaseUnpaidPackage',
    attachValidation: true,
    summary: 'Let a package go unpaid',
    description: 'Covers what it owes by now, at every step. The reason is recorded with the admin who gave it.',
    params: PackageParams,
    body: OverrideBody,
    answers: { 200: goodAnswer('The unpaid amount', PackageOwedAnswer, PACKAGE_OWED_EXAMPLE) },
    errors: ['INVALID_TRANSITION'],
    handler: async (request) => {
      const { scope, parcel } = await packages.loadOfAnyBusiness(deps.db, request.params.id)
      problemsOf(request).throwIfAny()
      const author = authorOf(deps, request)
      await overrideRelease(deps, await callerFor(deps.db, scope, author), parcel.id, request.body.reason)
      return packageOwed(author, parcel.id)
    },
  })

  opsRoute(app, 'GET', '/ops/v1/shipments/:id/owed', MONEY, {
    id: 'getShipmentOwed',
    summary: 'Retrieve the unpaid amounts of a shipment',
    description:
      'Includes packages of all businesses. The freight of a booking counts once in the sum, even if several of its packages are on board.',
    params: ShipmentParams,
    answers: {
      200: goodAnswer('The unpaid amounts', ShipmentOwedAnswer, {
        shipment_id: 'shp_01kqn2x4t8e6nvd0t2d5c1yq7w',
        owed: PACKAGE_OWED_EXAMPLE.owed,
        currency: PRICE_CURRENCY,
        packages: [PACKAGE_OWED_EXAMPLE],
      }),
    },
    handler: async (request) => {
      const { id } = await shipments.load(deps.db, request.params.id, request.staff.seen)
      const { owedKobo, packages: views } = await readShipmentOwed(deps, authorOf(deps, request), id)
      const nameOf = await namerFor(views)
      return {
        shipment_id: id,
        owed: koboText(owedKobo),
        currency: PRICE_CURRENCY,
        packages: views.map((view) => presentOwed(view, nameOf)),
      }
    },
  })
}
