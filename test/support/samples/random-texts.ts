// Generators of text for property tests.

import fc from 'fast-check'

const codePoint = fc.nat(0x10_ff_ff).map((code) => String.fromCodePoint(code))
/** Any text that a client may send, well-formed or not. */
export const anyText = fc.oneof(fc.string(), fc.string({ unit: codePoint }))
const character = fc.oneof(fc.nat(0xd7_ff), fc.integer({ min: 0xe0_00, max: 0x10_ff_ff })).map((code) => String.fromCodePoint(code))
/** Several characters that are shown as one. */
const cluster = fc.constantFrom('Ọ̀', 'e\u0301', 'กำ', 'நி', '각', '🇳🇬', '👨‍👩‍👧', '👍🏽', '#️⃣', '\r\n')
/**
 * Well-formed text of any characters. Does not use the units `binary` and `grapheme` of fast-check, because each takes seconds to create
 * and keeps a hundred megabytes.
 */
export const wellFormedText = (maxLength?: number): fc.Arbitrary<string> =>
  fc.string({ unit: fc.oneof({ weight: 9, arbitrary: character }, { weight: 1, arbitrary: cluster }), ...(maxLength ? { maxLength } : {}) })
