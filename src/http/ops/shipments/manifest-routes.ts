// /ops/v1/shipments/{id}/manifest.csv and .pdf: the manifest of a shipment.

import type { FastifyInstance } from 'fastify'
import type { Operator } from '../../../domain/operator/operator.ts'
import { addressLines, operatorZone } from '../../../domain/operator/operator.ts'
import type { Manifest } from '../../../domain/shipments/manifest.ts'
import { manifestCsv, manifestOf } from '../../../domain/shipments/manifest.ts'
import { nameOf } from '../../../domain/shipments/shipment.ts'
import type { Deps } from '../../../flows/deps.ts'
import { createDrawings } from '../../../labels/drawings.ts'
import { renderManifestPdf } from '../../../labels/manifest.ts'
import type { PrintedManifest } from '../../../labels/manifest-layout.ts'
import * as operatorStore from '../../../store/operator/operator.ts'
import * as manifestRows from '../../../store/shipments/manifest-rows.ts'
import * as shipments from '../../../store/shipments/shipments.ts'
import { opsOperation, STAFF } from '../access.ts'
import { ShipmentParams } from './schemas.ts'

const loadManifest = async (deps: Deps, id: string): Promise<{ manifest: Manifest; operator: Operator | null }> => {
  const shipment = await shipments.load(deps.db, id)
  const operator = await operatorStore.find(deps.db)
  return { manifest: manifestOf(shipment, await manifestRows.ofShipment(deps.db, shipment.id), operatorZone(operator)), operator }
}

const printed = async (deps: Deps, manifest: Manifest, operator: Operator | null): Promise<PrintedManifest> => {
  if (!operator) return manifest
  const logo = await operatorStore.findLogo(deps.db)
  const contact = [...addressLines(operator.address), operator.phone, operator.email].filter(Boolean).join(', ')
  return { ...manifest, operator: { name: operator.name, contact, logoBase64: logo && Buffer.from(logo.bytes).toString('base64') } }
}

const disposition = (kind: 'attachment' | 'inline', { shipment }: Manifest, suffix: string): string =>
  `${kind}; filename="manifest-${nameOf(shipment)}.${suffix}"`

export const manifestRoutes = (app: FastifyInstance, deps: Deps): void => {
  const drawings = createDrawings(renderManifestPdf)
  app.get(
    '/ops/v1/shipments/:id/manifest.csv',
    opsOperation(STAFF, {
      id: 'getManifestCsv',
      summary: 'A shipment’s manifest for spreadsheets',
      description: 'A header, one line per package, and the total. Cells that would run as a formula start with an apostrophe.',
      params: ShipmentParams,
      answers: { 200: { description: 'The manifest', content: { 'text/csv': { schema: { type: 'string' } } } } },
    }),
    async ({ params }, reply) => {
      const { manifest } = await loadManifest(deps, params.id)
      return reply
        .header('content-disposition', disposition('attachment', manifest, 'csv'))
        .type('text/csv; charset=utf-8')
        .send(manifestCsv(manifest))
    },
  )

  app.get(
    '/ops/v1/shipments/:id/manifest.pdf',
    opsOperation(STAFF, {
      id: 'getManifestPdf',
      summary: 'A shipment’s manifest for printing',
      description: 'A4, with the shipment’s number as a barcode, times in the zone of the origin, and lines to sign on.',
      params: ShipmentParams,
      answers: { 200: { description: 'The manifest', content: { 'application/pdf': { schema: { type: 'string' } } } } },
    }),
    async ({ params }, reply) => {
      const { manifest, operator } = await loadManifest(deps, params.id)
      const pdf = await drawings.of(await printed(deps, manifest, operator))
      return reply
        .header('content-disposition', disposition('inline', manifest, 'pdf'))
        .type('application/pdf')
        .send(Buffer.from(pdf))
    },
  )
}
