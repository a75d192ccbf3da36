// The part of fontkit that the labels use; the package has no types.
declare module 'fontkit' {
  export type Glyph = { advanceWidth: number }
  export type Font = {
    unitsPerEm: number
    hasGlyphForCodePoint(codePoint: number): boolean
    glyphForCodePoint(codePoint: number): Glyph
    _glyphs: Record<number, Glyph>
  }
  export const create: (bytes: Uint8Array) => Font
}
