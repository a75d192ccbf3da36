// The three typefaces of labels. Each typeface is parsed once, and knows which characters it has and how wide they are.
import { readFile } from 'node:fs/promises'
import type { Font } from 'fontkit'
import { create } from 'fontkit'

export type Weight = 'regular' | 'bold'
export type FaceName = Weight | 'han'
type Typeface = { font: Font; has(character: string): boolean; widthEm(character: string): number }
export type Typefaces = Record<FaceName, Typeface>

const FILES: Record<FaceName, string> = {
  regular: 'DejaVuSansCondensed.ttf',
  bold: 'DejaVuSansCondensed-Bold.ttf',
  han: 'DroidSansFallbackFull.ttf',
}

const FALLBACKS: Record<Weight, readonly FaceName[]> = { regular: ['regular', 'han'], bold: ['bold', 'regular', 'han'] }

const open = async (name: FaceName): Promise<Typeface> => {
  const font = create(await readFile(new URL(`fonts/${FILES[name]}`, import.meta.url)))
  // The width of each character. Null if the font lacks the character. The map cannot grow beyond the number of Unicode characters.
  const widthsEm = new Map<string, number | null>()
  const lookUp = (character: string) => {
    const known = widthsEm.get(character)
    if (known !== undefined) return known
    const codePoint = character.codePointAt(0) ?? 0
    const widthEm = font.hasGlyphForCodePoint(codePoint) ? font.glyphForCodePoint(codePoint).advanceWidth / font.unitsPerEm : null
    widthsEm.set(character, widthEm)
    return widthEm
  }
  return { font, has: (character) => lookUp(character) !== null, widthEm: (character) => lookUp(character) ?? 0 }
}

const openAll = async (): Promise<Typefaces> => {
  const [regular, bold, han] = await Promise.all([open('regular'), open('bold'), open('han')])
  return { regular, bold, han }
}

let opened: Promise<Typefaces> | undefined

// All labels share the parsed fonts, because parsing takes tens of milliseconds.
export const loadTypefaces = () => {
  opened ??= openAll()
  return opened
}

// Makes fontkit forget the glyphs of earlier labels. For each glyph, fontkit remembers the first character that used the glyph, and that
// character is written into the PDF's text map. Without this call, the bytes of a label would depend on earlier labels.
export const forgetGlyphs = (typefaces: Typefaces) => {
  for (const { font } of Object.values(typefaces)) font._glyphs = {}
}

export const faceFor = (typefaces: Typefaces, weight: Weight, character: string) =>
  FALLBACKS[weight].find((name) => typefaces[name].has(character))
