// Enums that several operations share, each under one name in the document.

import { PACKAGE_STATUSES } from '../../domain/packages/package.ts'
import { CONTAINER_SIZES } from '../../domain/pricing/cargo.ts'
import { QUOTE_STATUSES } from '../../domain/quotes/quote.ts'
import { Enum } from '../../platform/http/schemas/fields.ts'

const named =
  <const T extends readonly string[]>(title: string, values: T) =>
  (more: { description?: string; default?: T[number] } = {}) =>
    Enum(values, { title, ...more })

export const Direction = named('Direction', ['import', 'export'])
export const TransportMode = named('TransportMode', ['air', 'ocean'])
export const Mode = named('Mode', ['test', 'live'])
export const QuoteStatusName = named('QuoteStatus', QUOTE_STATUSES)
export const PackageStatusName = named('PackageStatus', PACKAGE_STATUSES)
export const HoldInstruction = named('HoldInstruction', ['hold', 'release'])
export const ContainerSizeName = named('ContainerSize', CONTAINER_SIZES)
