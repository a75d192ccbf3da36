// Schemas of requests that attach, detach, offload or deliver the packages of a shipment.

import { CONTAINERS_MAX } from '../../domain/shipments/containers.ts'
import { LOADING_WARNINGS } from '../../domain/shipments/fill.ts'
import { ERRORS } from '../../domain/values/errors.ts'
import * as Type from '../../platform/http/schemas/type.ts'
import { Shipment, ShipmentAnswer } from './ops-schemas.ts'

const CODES_MAX_ENTRIES = 500

export const DeliveredAnswer = Type.Object({
  ...Shipment.properties,
  on_hold: Type.Array(Type.Object({ parcel_id: Type.String(), parcel_number: Type.String() }), {
    description: 'Packages on hold, which stay in transit until they are released',
  }),
  unpaid: Type.Array(
    Type.Object({
      parcel_id: Type.String(),
      parcel_number: Type.String(),
      message: Type.String({ description: 'The amount it owes, in words' }),
    }),
    { description: 'Packages that must be paid for first, by the terms of their business; they stay in transit' },
  ),
  to_collect: Type.Array(Type.Object({ parcel_id: Type.String(), parcel_number: Type.String() }), {
    description: 'Packages that wait to be collected; each is handed out with its code',
  }),
})

export const Refusal = Type.Optional(
  Type.Object(
    { code: Type.String({ description: Object.keys(ERRORS).join(', ') }), message: Type.String() },
    { description: 'Why it was refused' },
  ),
)

const scanned = <const T extends readonly string[]>(outcomes: T) =>
  Type.Object({
    shipment: ShipmentAnswer,
    outcomes: Type.Array(
      Type.Object({
        scanned: Type.String({ description: 'The code or token that was sent' }),
        outcome: Type.Enum(outcomes, { description: '`already`: nothing to do' }),
        message: Type.String({ description: 'For the person with the scanner' }),
        parcel_id: Type.NullableString(),
        parcel_number: Type.NullableString(),
        owed: Type.Optional(Type.String({ description: 'Amount it owes, NGN; absent if it owes nothing' })),
        warnings: Type.Optional(
          Type.Array(Type.Object({ code: Type.Enum(LOADING_WARNINGS), message: Type.String() }), {
            maxItems: LOADING_WARNINGS.length,
            description: 'Warnings about the attached package; absent if there are none',
          }),
        ),
        refusal: Refusal,
        containers_needed: Type.Optional(
          Type.Integer({
            description: 'Of a full container that is not received: how many `containers` to send if it was loaded at the supplier',
          }),
        ),
      }),
      { description: 'One per code, in the same order' },
    ),
  })
export const AttachedAnswer = scanned(['attached', 'already', 'refused'])
export const DetachedAnswer = scanned(['detached', 'already', 'refused'])

const scannedCodes = {
  codes: Type.Array(Type.Text(), {
    minItems: 1,
    maxItems: CODES_MAX_ENTRIES,
    description: 'Parcel numbers and tracking codes, each with its own outcome',
  }),
  code: Type.Text({ description: 'A single code; a refusal is then returned as an error' }),
  package_id: Type.Text({ description: 'A single package, by its token' }),
}

export const ScanBody = Type.PartialBody([{ codes: ['P7XK2M9QTR4B', 'WBDRWD653X3MRN2PNG'] }], scannedCodes)

export const AttachBody = Type.PartialBody(
  [
    { codes: ['P7XK2M9QTR4B', 'WBDRWD653X3MRN2PNG'] },
    { code: 'P7XK2M9QTR4B', containers: [{ number: 'CSQU3054383', seal: 'ML-CN0012345' }] },
  ],
  {
    ...scannedCodes,
    containers: Type.Array(
      Type.Object({
        number: Type.Text({ description: 'Number of the container, with its check digit (ISO 6346)' }),
        seal: Type.Optional(Type.Text({ description: 'Number of the seal' })),
      }),
      {
        minItems: 1,
        maxItems: CONTAINERS_MAX,
        description: 'Only with a single package: its full containers, loaded at the supplier, as many as its `quantity`',
      },
    ),
  },
)

export const OffloadBody = Type.Body([{ codes: ['P7XK2M9QTR4B'], reason: 'Left on the apron', to: 'S7K2M9QXTR4B' }], {
  ...Type.Partial(
    Type.Object({
      ...scannedCodes,
      codes: Type.Array(Type.Text(), { minItems: 1, maxItems: CODES_MAX_ENTRIES, description: 'Parcel numbers and tracking codes' }),
      code: Type.Text({ description: 'A single code' }),
    }),
  ).properties,
  reason: Type.LongText(),
  to: Type.Optional(
    Type.Text({ description: 'Token or number of the open shipment that takes them on; absent: they stay in the warehouse' }),
  ),
})

export const OffloadedAnswer = Type.Object({
  shipment: ShipmentAnswer,
  to: Type.OrNull(ShipmentAnswer, { description: 'The shipment that took them on' }),
  warnings: Type.Array(Type.Object({ code: Type.Enum(LOADING_WARNINGS), message: Type.String() }), {
    maxItems: LOADING_WARNINGS.length,
    description: 'Warnings about that shipment: over its capacity, or past the cut-off',
  }),
  packages: Type.Array(Type.Object({ parcel_id: Type.String(), parcel_number: Type.String() }), {
    maxItems: CODES_MAX_ENTRIES,
    description: 'The packages taken off',
  }),
})

export const HandOverBody = Type.PartialBody([{ collection_code: '482913' }], {
  collection_code: Type.Text({ description: 'The code that the recipient tells, of a package that waits to be collected' }),
  without_code_reason: Type.LongText({ description: 'Why it is handed out without the code; recorded with who did it' }),
})
