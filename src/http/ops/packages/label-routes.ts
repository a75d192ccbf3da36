// /ops/v1/packages/{id}/label.pdf and .png: the warehouse label of a parcel.

import type { FastifyInstance } from 'fastify'
import { calendarDate } from '../../../domain/values/calendar.ts'
import { quantityText } from '../../../domain/values/money.ts'
import type { Deps } from '../../../flows/deps.ts'
import { createDrawings } from '../../../labels/drawings.ts'
import { renderParcelLabelPdf, renderParcelLabelPng } from '../../../labels/parcel-label.ts'
import type { ParcelLabelContent } from '../../../labels/parcel-label-pdf.ts'
import * as businesses from '../../../store/businesses/businesses.ts'
import * as packages from '../../../store/packages/packages.ts'
import * as quotes from '../../../store/quotes/quotes.ts'
import { PackageParams } from '../../schemas/params.ts'
import { opsOperation, STAFF } from '../access.ts'

const contentOf = async (deps: Deps, id: string): Promise<ParcelLabelContent> => {
  const { scope, parcel } = await packages.loadOfAnyBusiness(deps.db, id)
  const { business } = (await businesses.findWithClock(deps.db, scope))!
  const references = await quotes.referencesOf(deps.db, scope, parcel.quoteId === null ? [] : [parcel.quoteId])
  const weightKg = parcel.actualWeightKg ?? parcel.declaredWeightKg
  return {
    parcelNumber: parcel.parcelNumber,
    customerId: parcel.customerIdentifier ?? business.prefix,
    customerName: parcel.customerName,
    business: business.name,
    route: `${parcel.originCountry} - ${parcel.destinationCountry}${parcel.transportMode === null ? '' : ` ${parcel.transportMode}`}`,
    pieces: parcel.piecesArrived === null ? `${parcel.quantity}` : `${parcel.piecesArrived} of ${parcel.quantity}`,
    weightKg: weightKg === null ? null : quantityText(weightKg),
    reference: references.get(parcel.quoteId ?? '') ?? null,
    arrivedOn: parcel.warehouseArrivedAt === null ? null : calendarDate(parcel.warehouseArrivedAt, business.timeZone),
    testMode: scope.mode === 'test',
  }
}

const FORMATS = [
  { suffix: 'pdf', contentType: 'application/pdf', render: renderParcelLabelPdf },
  { suffix: 'png', contentType: 'image/png', render: renderParcelLabelPng },
] as const

export const packageLabelRoutes = (app: FastifyInstance, deps: Deps): void => {
  for (const { suffix, contentType, render } of FORMATS) {
    const drawings = createDrawings(render)
    app.get(
      `/ops/v1/packages/:id/label.${suffix}`,
      opsOperation(STAFF, {
        id: `getPackageLabel${suffix === 'pdf' ? 'Pdf' : 'Png'}`,
        summary: `A parcel’s warehouse label as ${suffix.toUpperCase()}`,
        description: '4 x 6 inches: customer ID, pieces, and the parcel number as a barcode.',
        params: PackageParams,
        answers: { 200: { description: 'The label', content: { [contentType]: { schema: { type: 'string' } } } } },
      }),
      async ({ params }, reply) => {
        const label = await contentOf(deps, params.id)
        return reply
          .headers({ 'cache-control': 'no-store', 'content-disposition': `inline; filename="${label.parcelNumber}.${suffix}"` })
          .type(contentType)
          .send(Buffer.from(await drawings.of(label)))
      },
    )
  }
}
