// Parses shipment requests and reports every problem.

import type { TransportMode } from '../../domain/pricing/cargo.ts'
import type { TypedContainer } from '../../domain/shipments/full-containers.ts'
import type { ShipmentDetails } from '../../domain/shipments/shipment.ts'
import { checkSchedule, readBillOfLading, readMasterDocument } from '../../domain/shipments/shipment.ts'
import { countryCode } from '../../domain/values/country.ts'
import { invalidField, Problems } from '../../domain/values/errors.ts'
import { isoInstant } from '../../domain/values/time-input.ts'
import type { Pointer } from '../../flows/packages/find-scanned.ts'
import type { Static } from '../../platform/http/schemas/type.ts'
import type { AttachBody, ScanBody } from './ops-move-schemas.ts'
import type { ChangeShipmentBody, CreateShipmentBody } from './ops-schemas.ts'

/** The changes to a shipment. Null clears a field. The carrier cannot be cleared. */
type ChangesBody = Static<typeof ChangeShipmentBody>

const readCountry = (field: string, text: string | null | undefined, problems: Problems): string | null | undefined => {
  if (text === undefined || text === null) return text
  const code = countryCode(text)
  if (code === null) problems.add(field, `is not a known country: "${text}"`)
  return code ?? undefined
}

export const readInstant = (field: string, text: string | null | undefined, problems: Problems): number | null | undefined => {
  if (text === undefined || text === null) return text
  const at = isoInstant(text)
  if (at === null) problems.add(field, 'must be an ISO 8601 time with its offset, such as 2026-11-22T08:00:00+01:00')
  return at ?? undefined
}

/** Removes undefined fields and keeps null. */
export const said = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as { [K in keyof T]?: Exclude<T[K], undefined> }

/** The shipment details in a request. The master document is parsed later, because its format depends on the shipment's transport mode. */
const readDetails = (body: ChangesBody, problems: Problems): Partial<ShipmentDetails> =>
  said({
    voyageId: body.voyage_id,
    carrier: body.carrier?.trim(),
    conveyance: body.conveyance === null ? null : body.conveyance?.trim(),
    masterDocument: body.master_document,
    billOfLading: body.bill_of_lading,
    originCountry: readCountry('origin_country', body.origin_country, problems),
    destinationCountry: readCountry('destination_country', body.destination_country, problems),
    etd: readInstant('etd', body.etd, problems),
    eta: readInstant('eta', body.eta, problems),
  })

export const readChanges = (body: ChangesBody): Partial<ShipmentDetails> => {
  const problems = new Problems()
  const details = readDetails(body, problems)
  problems.throwIfAny()
  return details
}

export const readNewDetails = (transportMode: TransportMode, body: Static<typeof CreateShipmentBody>): Partial<ShipmentDetails> => {
  const problems = new Problems()
  const details = readDetails(body, problems)
  const typed = details.masterDocument
  const masterDocument = typed ? readMasterDocument(transportMode, typed, problems) : null
  const billOfLading = details.billOfLading ? readBillOfLading(transportMode, details.billOfLading, problems) : null
  checkSchedule({ etd: details.etd ?? null, eta: details.eta ?? null }, problems)
  problems.throwIfAny()
  return { ...details, masterDocument, billOfLading }
}

/** `alone`: true if the request names a single package by `code` or `package_id`. A refusal of that package then becomes the response. */
export const readPointers = ({ codes, code, package_id: packageId }: Static<typeof ScanBody>): { pointers: Pointer[]; alone: boolean } => {
  const given = [codes, code, packageId].filter((each) => each !== undefined)
  if (given.length !== 1) throw invalidField('codes', 'is required, or code, or package_id: one of the three')
  if (codes) return { pointers: codes.map((each) => ({ code: each })), alone: false }
  return { pointers: [packageId === undefined ? { code: code! } : { packageId }], alone: true }
}

/** `containers`: the containers that make up the package, if they were loaded at the supplier. Allowed only for a single package. */
export const readAttachment = ({
  containers,
  ...scanned
}: Static<typeof AttachBody>): ReturnType<typeof readPointers> & { containers?: readonly TypedContainer[] } => {
  const read = readPointers(scanned)
  if (containers && !read.alone) throw invalidField('containers', 'needs a single package: send code or package_id')
  return { ...read, ...(containers ? { containers } : {}) }
}
