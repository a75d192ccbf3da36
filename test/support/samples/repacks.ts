// Packages in the warehouse, and repack requests, for tests to vary.

import type { Package } from '../../../src/domain/packages/package.ts'
import { SAMPLE_NOW, samplePackage } from './samples.ts'

export const DAY_MS = 24 * 3_600_000

export const stored = (id: string, more: Partial<Package> = {}): Package =>
  samplePackage({
    id,
    parcelNumber: id.toUpperCase(),
    quoteId: `pq_${id}`,
    customerId: 'pcus_one',
    status: 'warehouse',
    quantity: 1,
    piecesArrived: 1,
    actualWeightKg: 2,
    dimensions: null,
    volumeCbm: null,
    containerSize: null,
    transportMode: 'air',
    warehouseArrivedAt: SAMPLE_NOW,
    ...more,
  })

export const given = (now = SAMPLE_NOW) => ({
  repackId: 'rpk_one',
  identities: ['new1', 'new2'].map((id) => ({ id, parcelNumber: id.toUpperCase() })),
  timeZone: 'Africa/Lagos',
  note: null,
  now,
  createdAt: now,
})
export const into = (weightKg: number | null = 4, more: object = {}) => ({
  parts: [{ pieces: 1, ...(weightKg === null ? {} : { weightKg }), ...more }],
  at: () => '',
  isConfirmed: false,
})
export const error = (work: () => unknown): string => {
  try {
    work()
  } catch (thrown) {
    const { code, problems = [], message } = thrown as { code: string; problems?: { field: string }[]; message: string }
    return problems.length > 0 ? problems.map(({ field }) => field).join(' ') : `${code} ${message}`
  }
  return 'done'
}
