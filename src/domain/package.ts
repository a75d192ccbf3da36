// A package: the physical cargo record. Its states, holds and cancellation.

import type { Dimensions } from './cargo.ts'
import { Rejection } from './errors.ts'

export const PACKAGE_STATUSES = ['booked', 'warehouse', 'transit', 'delivered', 'cancelled'] as const
export type PackageStatus = (typeof PACKAGE_STATUSES)[number]
export type HoldInstruction = 'hold' | 'release'

export type Package = {
  id: string
  version: number
  parcelNumber: string
  quoteId: string | null
  /** Which element of the quote's cargo it is, from 0. */
  cargoIndex: number | null
  customerId: string | null
  customerIdentifier: string | null
  /** The linked customer's full name, else the sender's: what `key` searches beside the parcel number. */
  customerName: string
  status: PackageStatus
  tradeDirection: 'import' | 'export'
  /** Its moves come from a carrier, which may not report every step. */
  carrierTracked: boolean
  quantity: number
  declaredWeightKg: number | null
  actualWeightKg: number | null
  dimensions: Dimensions | null
  volumeCbm: number | null
  holdInstruction: HoldInstruction
  holdReleasedAt: number | null
  warehouseArrivedAt: number | null
  departedAt: number | null
  deliveredAt: number | null
  cancelledAt: number | null
  comment: string | null
  shipmentId: string | null
  originCountry: string
  destinationCountry: string
  createdAt: number
}

export type PackageStep = 'receive' | 'depart' | 'deliver'

const STEP_TO: Record<PackageStep, PackageStatus> = { receive: 'warehouse', depart: 'transit', deliver: 'delivered' }

/** booked → warehouse → transit → delivered. Nothing else skips or goes back. */
const STEP_FROM: Record<PackageStep, readonly PackageStatus[]> = {
  receive: ['booked'],
  depart: ['warehouse'],
  deliver: ['transit'],
}

/** A carrier may not report every step, so what it tracks may skip warehouse and transit. */
const CARRIER_STEP_FROM: Record<PackageStep, readonly PackageStatus[]> = {
  receive: ['booked'],
  depart: ['booked', 'warehouse'],
  deliver: ['booked', 'warehouse', 'transit'],
}

const STATE_IN_WORDS: Record<PackageStatus, string> = {
  booked: 'booked and not yet received',
  warehouse: 'in the warehouse',
  transit: 'in transit',
  delivered: 'delivered',
  cancelled: 'cancelled',
}

const STEP_IN_WORDS: Record<PackageStep, string> = { receive: 'be received', depart: 'depart', deliver: 'be delivered' }

const requireStep = (parcel: Package, step: PackageStep): void => {
  if (parcel.status === 'cancelled') throw new Rejection('PACKAGE_CANCELLED', `Package ${parcel.parcelNumber} was cancelled.`)
  const from = (parcel.carrierTracked ? CARRIER_STEP_FROM : STEP_FROM)[step]
  if (from.includes(parcel.status)) return
  throw new Rejection(
    'INVALID_TRANSITION',
    `Package ${parcel.parcelNumber} is ${STATE_IN_WORDS[parcel.status]}; it cannot ${STEP_IN_WORDS[step]} now.`,
  )
}

export type Measurement = { weightKg?: number; dimensions?: Dimensions; volumeCbm?: number; quantity?: number }

export const receive = (parcel: Package, measured: Measurement, now: number): Package => {
  requireStep(parcel, 'receive')
  return {
    ...parcel,
    status: STEP_TO.receive,
    warehouseArrivedAt: now,
    actualWeightKg: measured.weightKg ?? parcel.actualWeightKg,
    dimensions: measured.dimensions ?? parcel.dimensions,
    // Measured dimensions say more than a declared volume.
    volumeCbm: measured.volumeCbm ?? (measured.dimensions ? null : parcel.volumeCbm),
    quantity: measured.quantity ?? parcel.quantity,
  }
}

export const depart = (parcel: Package, shipmentId: string, now: number): Package => {
  requireStep(parcel, 'depart')
  if (parcel.holdInstruction === 'hold') {
    throw new Rejection('PACKAGE_ON_HOLD', `Package ${parcel.parcelNumber} is on hold; release it before it departs.`)
  }
  return { ...parcel, status: STEP_TO.depart, departedAt: now, shipmentId: parcel.shipmentId ?? shipmentId }
}

export const deliver = (parcel: Package, now: number): Package => {
  requireStep(parcel, 'deliver')
  return { ...parcel, status: STEP_TO.deliver, deliveredAt: now }
}

/** What a carrier reports has happened, hold or no hold: it is a fact, not a request. */
export const carrierMove = (parcel: Package, step: 'depart' | 'deliver', at: number): Package => {
  requireStep(parcel, step)
  return step === 'depart' ? { ...parcel, status: STEP_TO.depart, departedAt: at } : { ...parcel, status: STEP_TO.deliver, deliveredAt: at }
}

export const cancelPackage = (parcel: Package, comment: string | null, now: number): Package => {
  if (parcel.status === 'cancelled') throw new Rejection('PACKAGE_CANCELLED', `Package ${parcel.parcelNumber} is already cancelled.`)
  if (parcel.shipmentId !== null) {
    throw new Rejection('PACKAGE_IN_SHIPMENT', `Package ${parcel.parcelNumber} is already in a shipment and cannot be cancelled.`)
  }
  return { ...parcel, status: 'cancelled', cancelledAt: now, comment }
}

/** Accepted in every state; on cancelled or delivered packages it is only a record. A hold after a release clears its time. */
export const instruct = (parcel: Package, action: HoldInstruction, now: number): Package => ({
  ...parcel,
  holdInstruction: action,
  holdReleasedAt: action === 'release' ? now : null,
})

/** When storage stops: the day it left or was cancelled. */
export const storageEndedAt = (parcel: Package): number | null => parcel.departedAt ?? parcel.deliveredAt ?? parcel.cancelledAt
