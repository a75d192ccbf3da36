// /ops/v1/shipments/{id}/containers and /seals: the containers of a shipment by sea, and their seals.

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { addContainer, breakSeal, fixSeal, removeContainer } from '../../domain/shipments/containers.ts'
import type { Deps } from '../../flows/deps.ts'
import { viewShipment } from '../../flows/shipments/read-shipments.ts'
import { changeContainers } from '../../flows/shipments/shipment-steps.ts'
import { goodAnswer } from '../../platform/http/operation.ts'
import * as Type from '../../platform/http/schemas/type.ts'
import { opsRoute, WAREHOUSE } from '../staff/access.ts'
import { authorOf } from '../staff/auth.ts'
import { ContainerSizeName } from '../values/fields.ts'
import { presentShipment } from './ops-present.ts'
import { SHIPMENT_EXAMPLE, ShipmentAnswer, ShipmentParams } from './ops-schemas.ts'

const NUMBER = Type.Text({ description: 'Number of the container, with its check digit (ISO 6346); or the VIN of a Ro-Ro unit (ISO 3779)' })
const AddBody = Type.Body(
  [
    { number: 'CSQU3054383', size: "40' HC" },
    { number: '1M8GDM9AXKP042788', size: 'Ro-Ro' },
  ],
  { number: NUMBER, size: Type.Optional(ContainerSizeName()) },
)
const RemoveBody = Type.Body([{ number: 'CSQU3054383' }], { number: NUMBER })
const SealBody = Type.Body([{ container: 'CSQU3054383', number: 'ML-CN0012345' }], {
  container: NUMBER,
  number: Type.Text({ description: 'Number of the seal' }),
})

const EXAMPLE = {
  ...SHIPMENT_EXAMPLE,
  transport_mode: 'ocean' as const,
  conveyance: 'Sample Star 041W',
  master_document: 'CSQU3054383',
  bill_of_lading: 'SMPL4410021',
  containers: [
    {
      number: 'CSQU3054383',
      size: "40' HC",
      vin_check_digit: null,
      seals: [
        {
          number: 'ML-CN0012345',
          fixed_by: 'stf_01kqn2x4t8e6nvd0t2d5c1yq7w',
          fixed_at: '2026-11-16T09:00:00.000Z',
          broken_by: null,
          broken_at: null,
        },
      ],
      parcel: null,
    },
  ],
}
const answers = { 200: goodAnswer('The shipment as it is now', ShipmentAnswer, EXAMPLE) }
const errors = ['INVALID_TRANSITION'] as const

export const containerRoutes = (app: FastifyInstance, deps: Deps): void => {
  const change = async (request: FastifyRequest<{ Params: { id: string } }>, edit: Parameters<typeof changeContainers>[3]) =>
    presentShipment(await viewShipment(deps, await changeContainers(deps, authorOf(deps, request), request.params.id, edit)))

  opsRoute(app, 'POST', '/ops/v1/shipments/:id/containers', WAREHOUSE, {
    id: 'addContainer',
    summary: 'Add a container or a Ro-Ro unit to a shipment by sea',
    description: 'In every state but cancelled. The first one is also `master_document`. A VIN makes a Ro-Ro unit, which has no seals.',
    params: ShipmentParams,
    body: AddBody,
    answers,
    errors,
    handler: async (request) => {
      const { number, size = null } = request.body
      return change(request, (shipment) => addContainer(shipment, { number, size }))
    },
  })

  opsRoute(app, 'POST', '/ops/v1/shipments/:id/containers/remove', WAREHOUSE, {
    id: 'removeContainer',
    summary: 'Remove a container from a shipment',
    description: 'For a mistyped number. A container with seals on record stays, and so does one that is a package loaded at the supplier.',
    params: ShipmentParams,
    body: RemoveBody,
    answers,
    errors,
    handler: async (request) => change(request, (shipment) => removeContainer(shipment, request.body.number)),
  })

  opsRoute(app, 'POST', '/ops/v1/shipments/:id/seals', WAREHOUSE, {
    id: 'fixSeal',
    summary: 'Record that a seal was fixed',
    description: 'With its author and time. A container may have several seals.',
    params: ShipmentParams,
    body: SealBody,
    answers,
    errors,
    handler: async (request) => change(request, (shipment, done) => fixSeal(shipment, { ...request.body, ...done })),
  })

  opsRoute(app, 'POST', '/ops/v1/shipments/:id/seals/break', WAREHOUSE, {
    id: 'breakSeal',
    summary: 'Record that a seal was broken',
    description: 'With its author and time. The seal stays on record. A seal that was broken before stays as it is.',
    params: ShipmentParams,
    body: SealBody,
    answers,
    errors,
    handler: async (request) => change(request, (shipment, done) => breakSeal(shipment, { ...request.body, ...done })),
  })
}
