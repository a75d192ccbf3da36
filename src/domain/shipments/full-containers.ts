// Full containers that were loaded at the supplier. A package of full containers consists of one or more containers of its shipment.

import type { Package } from '../packages/package.ts'
import { invalidField } from '../values/errors.ts'
import { CONTAINERS_MAX, newSeal, readSeal, SEALS_MAX, withContainers } from './containers.ts'
import type { Container, Shipment } from './shipment.ts'
import { NO_CONTAINER_NUMBER } from './shipment.ts'
import { readContainerNumber } from './transport-numbers.ts'

/** The container data that staff enter. */
export type TypedContainer = { number: string; seal?: string | undefined }

/** Validates the containers that staff entered. Each seal is recorded as attached by the person who entered it. */
export const readLoaded = (typed: readonly TypedContainer[], { by, now }: { by: string; now: number }): Container[] => {
  const seen = new Set<string>()
  return typed.map((each, index) => {
    const field = `containers[${index}]`
    const number = readContainerNumber(each.number)
    if (number === null) throw invalidField(`${field}.number`, NO_CONTAINER_NUMBER)
    if (seen.has(number)) throw invalidField(`${field}.number`, `${number} is listed twice`)
    seen.add(number)
    const seals = each.seal === undefined ? [] : [newSeal(readSeal(`${field}.seal`, each.seal), by, now)]
    return { number, size: null, seals }
  })
}

/**
 * One container of the package. If the shipment already has a container with this number, the seals of that container are kept and the new
 * seals are added.
 */
const loadedAs = (parcel: Package, known: Container | undefined, { number, seals }: Container, field: string): Container => {
  const { id, parcelNumber, containerSize: size } = parcel
  if (known?.parcel) throw invalidField(field, `${number} is package ${known.parcel.parcelNumber} in this shipment`)
  if (known && known.size !== null && known.size !== size)
    throw invalidField(field, `${number} is a container of ${known.size} in this shipment, and package ${parcelNumber} one of ${size}`)
  const before = known?.seals ?? []
  const all = [...before, ...seals.filter((seal) => before.every(({ number: fixed }) => fixed !== seal.number))]
  if (all.length > SEALS_MAX) throw invalidField(field, `${number} would have more than ${SEALS_MAX} seals`)
  return { number, size, seals: all, parcel: { id, parcelNumber } }
}

/** The shipment with the containers of the package. A container that staff had already added to the shipment is assigned to the package. */
export const withLoaded = (shipment: Shipment, parcel: Package, loaded: readonly Container[]): Shipment => {
  const { quantity, parcelNumber } = parcel
  if (loaded.length !== quantity)
    throw invalidField('containers', `must list the number of each container; package ${parcelNumber} is ${quantity} of them`)
  const all = new Map(shipment.containers.map((container) => [container.number, container]))
  loaded.forEach((container, index) => {
    all.set(container.number, loadedAs(parcel, all.get(container.number), container, `containers[${index}].number`))
  })
  if (all.size > CONTAINERS_MAX) throw invalidField('containers', `would be more than ${CONTAINERS_MAX} in the shipment`)
  return withContainers(shipment, [...all.values()])
}

export const containersOf = ({ containers }: Shipment, { id }: Pick<Package, 'id'>): Container[] =>
  containers.filter(({ parcel }) => parcel?.id === id)

export const withoutContainersOf = (shipment: Shipment, parcels: readonly Pick<Package, 'id'>[]): Shipment => {
  const gone = new Set(parcels.map(({ id }) => id))
  const left = shipment.containers.filter(({ parcel }) => !parcel || !gone.has(parcel.id))
  return left.length === shipment.containers.length ? shipment : withContainers(shipment, left)
}
