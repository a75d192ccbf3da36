// Parses the cargo of a quote request: which fields each flow uses, and what each type of cargo needs.

import type { AirCargo, AirPiece, Cargo, ContainerSize, Dimensions, OceanCargo, OceanElement } from '../pricing/cargo.ts'
import { elementCbm, PRICING_UNIT, unitCbm, VOLUME_MAX_CBM } from '../pricing/cargo.ts'
import type { Problems } from '../values/errors.ts'

type Measures = { length?: number; width?: number; height?: number }

type PackageRequest = Measures & { weight?: number; item_description?: string }

export type PackagesElement = Measures & {
  package_type?: string
  weight?: number
  container_size?: ContainerSize
  quantity?: number
  commodity?: string
  volume?: number
}

export type CargoRequest = Measures & {
  declared_weight?: number
  description?: string
  package?: PackageRequest
  packages?: PackagesElement[]
}

/** Fields of packages[] that only ocean cargo uses. */
const OCEAN_ONLY = ['container_size', 'quantity', 'commodity', 'volume'] as const

const FLAT_MEASURES = ['declared_weight', 'length', 'width', 'height'] as const

const complete = ({ length, width, height }: Measures): Dimensions | undefined =>
  length === undefined || width === undefined || height === undefined ? undefined : { lengthCm: length, widthCm: width, heightCm: height }

const TOO_LARGE = `makes a volume above ${VOLUME_MAX_CBM} CBM`

const readDimensions = (measures: Measures, nameOf: (key: keyof Measures) => string, problems: Problems): Dimensions | undefined => {
  const dimensions = complete(measures)
  const { length, width, height } = measures
  if (dimensions && unitCbm(dimensions).gt(VOLUME_MAX_CBM)) problems.add(nameOf('height'), TOO_LARGE)
  if (dimensions) return dimensions
  if (length !== undefined || width !== undefined || height !== undefined) {
    for (const key of ['length', 'width', 'height'] as const) {
      if (measures[key] === undefined) problems.add(nameOf(key), 'is required: give length, width and height together, or none of them')
    }
  }
  return undefined
}

const described = (description: string | undefined): { description?: string } => (description === undefined ? {} : { description })

/** `package` and flat measurements may be mixed: nested values win, flat ones fill the gaps. */
const readSinglePiece = (parcel: CargoRequest, missingField: string, problems: Problems): AirCargo | null => {
  const nested = parcel.package
  const isFlat = nested === undefined && FLAT_MEASURES.some((field) => parcel[field] !== undefined || problems.has(`parcel.${field}`))
  if (nested === undefined && !isFlat) {
    problems.add(missingField, 'is required')
    return null
  }
  const nameOf = (key: keyof Measures): string => (isFlat ? `parcel.${key}` : `parcel.package.${key}`)
  const measures = { ...flatMeasures(parcel), ...nested }
  const weightKg = nested?.weight ?? parcel.declared_weight
  if (weightKg === undefined) problems.add(isFlat ? 'parcel.declared_weight' : 'parcel.package.weight', 'is required')
  const dimensions = readDimensions(measures, nameOf, problems)
  const piece: AirPiece = { weightKg: weightKg ?? 0, ...(dimensions ? { dimensions } : {}) }
  return { mode: 'air', pieces: [piece], listed: false, ...described(nested?.item_description ?? parcel.description) }
}

const flatMeasures = ({ length, width, height }: Measures): Measures => ({
  ...(length === undefined ? {} : { length }),
  ...(width === undefined ? {} : { width }),
  ...(height === undefined ? {} : { height }),
})

const readListedPieces = (parcel: CargoRequest, packages: PackagesElement[], problems: Problems): AirCargo => {
  const pieces = packages.map((element, index): AirPiece => {
    const nameOf = (key: string): string => `parcel.packages[${index}].${key}`
    for (const field of OCEAN_ONLY) problems.ignore(nameOf(field))
    if (element.weight === undefined) problems.add(nameOf('weight'), 'is required')
    const dimensions = readDimensions(element, nameOf, problems)
    return {
      ...(element.package_type === undefined ? {} : { packageType: element.package_type }),
      weightKg: element.weight ?? 0,
      ...(dimensions ? { dimensions } : {}),
    }
  })
  return { mode: 'air', pieces, listed: true, ...described(parcel.package?.item_description ?? parcel.description) }
}

const readOceanElement = (element: PackagesElement, index: number, problems: Problems): OceanElement | null => {
  const nameOf = (key: string): string => `parcel.packages[${index}].${key}`
  problems.ignore(nameOf('package_type'))
  const dimensions = complete(element)
  if (element.container_size === undefined) {
    problems.add(nameOf('container_size'), 'is required')
    return null
  }
  const read: OceanElement = {
    containerSize: element.container_size,
    quantity: element.quantity ?? 1,
    ...(element.commodity === undefined ? {} : { commodity: element.commodity }),
    ...(element.weight === undefined ? {} : { weightKg: element.weight }),
    ...(dimensions ? { dimensions } : {}),
    ...(element.volume === undefined ? {} : { volumeCbm: element.volume }),
  }
  const unit = PRICING_UNIT[read.containerSize]
  if (elementCbm(read)?.gt(VOLUME_MAX_CBM)) problems.add(nameOf('height'), TOO_LARGE)
  if (unit !== 'container' && elementCbm(read) === null) {
    problems.add(nameOf('volume'), `is required for ${read.containerSize}, unless length, width and height are all given`)
  }
  if (unit === 'rt' && read.weightKg === undefined) problems.add(nameOf('weight'), `is required for ${read.containerSize}`)
  return read
}

const readOcean = (parcel: CargoRequest, problems: Problems): OceanCargo | null => {
  if (parcel.packages === undefined || parcel.packages.length === 0) {
    problems.add('parcel.packages', parcel.packages ? 'must have at least one entry' : 'is required')
    return null
  }
  const elements = parcel.packages.map((element, index) => readOceanElement(element, index, problems))
  return { mode: 'ocean', elements: elements.filter((element) => element !== null), ...described(parcel.description) }
}

/** Ignores mistakes in fields that the flow does not use. */
const ignoreUnread = (unread: readonly string[], problems: Problems): void => {
  for (const field of unread) problems.ignore(`parcel.${field}`)
}

export const readCargo = (
  parcel: CargoRequest,
  direction: 'import' | 'export',
  mode: 'air' | 'ocean',
  problems: Problems,
): Cargo | null => {
  if (mode === 'ocean') {
    ignoreUnread(['package', ...FLAT_MEASURES], problems)
    return readOcean(parcel, problems)
  }
  if (direction === 'export') {
    ignoreUnread(['packages'], problems)
    return readSinglePiece(parcel, 'parcel.package', problems)
  }
  if (parcel.packages && parcel.packages.length > 0) {
    ignoreUnread(['package', ...FLAT_MEASURES], problems)
    return readListedPieces(parcel, parcel.packages, problems)
  }
  return readSinglePiece(parcel, 'parcel.packages', problems)
}
