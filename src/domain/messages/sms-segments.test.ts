// An SMS of one segment holds 160 units of GSM-7 or 70 units of UCS-2. Each segment of a longer SMS holds 153 or 67 units.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Segments } from './sms-segments.ts'
import { segmentsOf } from './sms-segments.ts'

const CASES: [string, string, Segments['encoding'], number, number][] = [
  ['nothing', '', 'GSM-7', 0, 0],
  ['a x 160', 'a'.repeat(160), 'GSM-7', 160, 1],
  ['a x 161', 'a'.repeat(161), 'GSM-7', 161, 2],
  ['a x 306', 'a'.repeat(306), 'GSM-7', 306, 2],
  ['a x 307', 'a'.repeat(307), 'GSM-7', 307, 3],
  ['a x 459', 'a'.repeat(459), 'GSM-7', 459, 3],
  ['€ x 80', '€'.repeat(80), 'GSM-7', 160, 1],
  ['€ x 81', '€'.repeat(81), 'GSM-7', 162, 2],
  ['€ x 153: an escape and its character stay together', '€'.repeat(153), 'GSM-7', 306, 3],
  ['我 x 70', '我'.repeat(70), 'UCS-2', 70, 1],
  ['我 x 71', '我'.repeat(71), 'UCS-2', 71, 2],
  ['我 x 134', '我'.repeat(134), 'UCS-2', 134, 2],
  ['我 x 135', '我'.repeat(135), 'UCS-2', 135, 3],
  ['😀 x 35', '😀'.repeat(35), 'UCS-2', 70, 1],
  ['😀 x 36', '😀'.repeat(36), 'UCS-2', 72, 2],
  ['😀 x 67: halves of a character stay together', '😀'.repeat(67), 'UCS-2', 134, 3],
  ['₦', '₦', 'UCS-2', 1, 1],
  ['an amount with ₦', 'Your parcel is here. ₦12,500 due.', 'UCS-2', 33, 1],
  ['an amount with NGN', 'Your parcel is here. NGN 12,500 due.', 'GSM-7', 36, 1],
  ['Yoruba', 'Àkẹ̀ẹ́kọ́', 'UCS-2', 9, 1],
]

describe('an SMS', () => {
  for (const [what, text, encoding, units, segments] of CASES)
    it(`${what}: ${units} units of ${encoding} in ${segments}`, () => assert.deepEqual(segmentsOf(text), { encoding, units, segments }))
})
