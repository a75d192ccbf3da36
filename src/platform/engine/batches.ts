// Divides large tables into batches with a limited number of rows and bytes.

import type { Value } from './db.ts'

export const BATCH_ROWS = 500
export const BATCH_BYTES = 4 * 2 ** 20

const NUMBER_BYTES = 8

const valueBytes = (value: Value | undefined): number => {
  if (typeof value === 'string') return value.length
  return value instanceof Uint8Array ? value.byteLength : NUMBER_BYTES
}

/** Estimates the size of a row in bytes. A character is taken as one byte. */
export const rowBytes = (row: Readonly<Record<string, Value>>): number => {
  let bytes = 0
  for (const name in row) bytes += valueBytes(row[name])
  return bytes
}

/** Converts batches of rows to batches of texts. Each row has one column, `json`, which holds the text. */
export async function* jsonBatches(batches: AsyncIterable<Record<string, Value>[]>): AsyncGenerator<string[]> {
  for await (const rows of batches) yield rows.map(({ json }) => json as string)
}

/**
 * Divides rows into batches with a limited number of rows and bytes. A single row that exceeds the byte limit becomes a batch of its own.
 */
export function* inBatches<T>(rows: Iterable<T>, bytesOf: (row: T) => number): Generator<T[]> {
  let batch: T[] = []
  let batchBytes = 0
  for (const row of rows) {
    const bytes = bytesOf(row)
    if (batch.length === BATCH_ROWS || (batch.length > 0 && batchBytes + bytes > BATCH_BYTES)) {
      yield batch
      batch = []
      batchBytes = 0
    }
    batch.push(row)
    batchBytes += bytes
  }
  if (batch.length > 0) yield batch
}
