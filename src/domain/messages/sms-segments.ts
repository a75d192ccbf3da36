// Counts the SMS segments that a text needs. If one character is not in GSM-7, the whole text is encoded as UCS-2.

const BASIC =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'
/** Characters of GSM-7 that take two units, because an escape precedes them. */
const EXTENDED = '\f^{}\\[~]|€'

const UNITS: ReadonlyMap<string, number> = new Map([
  ...[...BASIC].map((character) => [character, 1] as const),
  ...[...EXTENDED].map((character) => [character, 2] as const),
])

/**
 * Units per segment. `single`: for a text that fits into one segment. `joined`: for a longer text, where a header takes up some space in
 * each segment.
 */
const CAPACITY = { 'GSM-7': { single: 160, joined: 153 }, 'UCS-2': { single: 70, joined: 67 } } as const

export type Segments = { encoding: keyof typeof CAPACITY; units: number; segments: number }

export const segmentsOf = (text: string): Segments => {
  const characters = [...text]
  const encoding = characters.every((character) => UNITS.has(character)) ? 'GSM-7' : 'UCS-2'
  const sizes = characters.map((character) => (encoding === 'GSM-7' ? UNITS.get(character)! : character.length))
  const units = sizes.reduce((sum, size) => sum + size, 0)
  const { single, joined } = CAPACITY[encoding]
  return { encoding, units, segments: units <= single ? Math.min(units, 1) : segmentsFilled(sizes, joined) }
}

/** How many units fit into the given number of segments. */
export const capacityOf = ({ encoding, segments }: Pick<Segments, 'encoding' | 'segments'>): number =>
  segments <= 1 ? CAPACITY[encoding].single : segments * CAPACITY[encoding].joined

/** A character of two units is never split over two segments. */
const segmentsFilled = (sizes: readonly number[], capacity: number): number => {
  let [segments, filled] = [1, 0]
  for (const size of sizes) {
    if (filled + size > capacity) {
      segments += 1
      filled = 0
    }
    filled += size
  }
  return segments
}
