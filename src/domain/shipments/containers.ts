// The containers of a shipment by sea, with their seals. The first container's number is also the shipment's master document.

import type { ContainerSize } from '../pricing/cargo.ts'
import { invalidField, Rejection } from '../values/errors.ts'
import type { Container, Seal, Shipment } from './shipment.ts'
import { NO_UNIT_NUMBER, nameOf, readUnitNumber, requireStep, unitOf } from './shipment.ts'

export const CONTAINERS_MAX = 100
export const SEALS_MAX = 20
const SEAL = /^[A-Z0-9][A-Z0-9/-]{0,29}$/

const requireBySea = (shipment: Shipment): void => {
  requireStep(shipment, 'correct')
  if (shipment.transportMode !== 'ocean')
    throw new Rejection('INVALID_TRANSITION', `Shipment ${nameOf(shipment)} goes by air; only shipments by sea have containers.`)
}

const readNumber = (field: string, text: string): string => {
  const number = readUnitNumber(text)
  if (number === null) throw invalidField(field, NO_UNIT_NUMBER)
  return number
}

export const withContainers = (shipment: Shipment, containers: Container[]): Shipment => ({
  ...shipment,
  containers,
  masterDocument: containers[0]?.number ?? null,
})

const requireRemovable = (shipment: Shipment, { number, seals, parcel }: Container): void => {
  if (parcel)
    throw new Rejection(
      'INVALID_TRANSITION',
      `Container ${number} of shipment ${nameOf(shipment)} is package ${parcel.parcelNumber}, which was loaded at the supplier; detach the package.`,
    )
  if (seals.length > 0)
    throw new Rejection('INVALID_TRANSITION', `Container ${number} of shipment ${nameOf(shipment)} has seals on record; it stays.`)
}

/**
 * Sets `master_document` to the number. If a container already has the number, that container becomes the first. Otherwise a new container
 * replaces the first. Null removes the first container.
 */
export const withFirstContainer = (shipment: Shipment, number: string | null): Shipment => {
  const [first, ...others] = shipment.containers
  if (number === (first?.number ?? null)) return shipment
  const known = others.find((container) => container.number === number)
  if (first && !known) requireRemovable(shipment, first)
  if (known) return withContainers(shipment, [known, first!, ...others.filter((container) => container !== known)])
  return withContainers(shipment, [...(number === null ? [] : [unitOf(number)]), ...others])
}

export const addContainer = (shipment: Shipment, typed: { number: string; size: ContainerSize | null }): Shipment => {
  requireBySea(shipment)
  const number = readNumber('number', typed.number)
  const unit = unitOf(number)
  const size = typed.size ?? unit.size
  if ((unit.size === 'Ro-Ro') !== (size === 'Ro-Ro'))
    throw invalidField('number', size === 'Ro-Ro' ? 'must be a VIN for a Ro-Ro unit' : `is a VIN; size ${size} needs a container number`)
  const { containers } = shipment
  if (containers.some((container) => container.number === number)) throw invalidField('number', `${number} is in this shipment already`)
  if (containers.length >= CONTAINERS_MAX)
    throw invalidField('number', `would be container ${CONTAINERS_MAX + 1}; a shipment has at most ${CONTAINERS_MAX}`)
  return withContainers(shipment, [...containers, { ...unit, size }])
}

const containerIn = (shipment: Shipment, field: string, text: string): Container => {
  const number = readNumber(field, text)
  const found = shipment.containers.find((container) => container.number === number)
  if (!found) throw invalidField(field, `${number} is not in this shipment`)
  return found
}

export const removeContainer = (shipment: Shipment, typed: string): Shipment => {
  requireBySea(shipment)
  const gone = containerIn(shipment, 'number', typed)
  requireRemovable(shipment, gone)
  return withContainers(
    shipment,
    shipment.containers.filter((container) => container !== gone),
  )
}

export const readSeal = (field: string, text: string): string => {
  const number = text.trim().toUpperCase()
  if (!SEAL.test(number)) throw invalidField(field, 'must be 1 to 30 letters, digits, hyphens and slashes')
  return number
}

type SealStep = { container: string; number: string; by: string; now: number }

const resealed = (shipment: Shipment, sealed: Container, seals: Seal[]): Shipment =>
  withContainers(
    shipment,
    shipment.containers.map((container) => (container === sealed ? { ...container, seals } : container)),
  )

export const fixSeal = (shipment: Shipment, { container, number: typed, by, now }: SealStep): Shipment => {
  requireBySea(shipment)
  const sealed = containerIn(shipment, 'container', container)
  if (sealed.size === 'Ro-Ro') throw invalidField('container', `${sealed.number} is a Ro-Ro unit, which has no seals`)
  const number = readSeal('number', typed)
  if (sealed.seals.some((seal) => seal.number === number)) throw invalidField('number', `${number} was fixed on this container before`)
  if (sealed.seals.length >= SEALS_MAX) throw invalidField('number', `would be seal ${SEALS_MAX + 1}; a container has at most ${SEALS_MAX}`)
  return resealed(shipment, sealed, [...sealed.seals, newSeal(number, by, now)])
}

export const newSeal = (number: string, by: string, now: number): Seal => ({
  number,
  fixedBy: by,
  fixedAt: now,
  brokenBy: null,
  brokenAt: null,
})

/** Marks a seal as broken. If the seal was already marked as broken, the person and time recorded first are kept. */
export const breakSeal = (shipment: Shipment, { container, number: typed, by, now }: SealStep): Shipment => {
  requireBySea(shipment)
  const sealed = containerIn(shipment, 'container', container)
  const number = typed.trim().toUpperCase()
  if (!sealed.seals.some((seal) => seal.number === number)) throw invalidField('number', `${number} is not on this container`)
  const seals = sealed.seals.map((seal) =>
    seal.number === number && seal.brokenAt === null ? { ...seal, brokenBy: by, brokenAt: now } : seal,
  )
  return resealed(shipment, sealed, seals)
}
