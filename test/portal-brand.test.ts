// Any brand colour that an operator chooses is shown legibly on the portal's backgrounds.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { brandColours } from '../portal/src/brand-colours.ts'

const CSS = readFileSync(new URL('../portal/src/portal.css', import.meta.url), 'utf8')
const WCAG_AA = 4.5

const channelsOf = (colour: string): number[] => {
  if (!colour.startsWith('#')) return colour.match(/\d+/g)!.map(Number)
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
}

/** Returns the relative luminance of a colour, as WCAG 2 defines it. */
const luminance = (colour: string): number => {
  const [red, green, blue] = channelsOf(colour).map((channel) => {
    const share = channel / 255
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const contrast = (one: string, other: string): number => {
  const [a, b] = [luminance(one), luminance(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

/** Returns the values of a CSS custom property: first the value in the light theme, then the value in the dark theme. */
const valuesOf = (name: string): string[] => [...CSS.matchAll(new RegExp(`${name}: (#[0-9a-f]{6});`, 'g'))].map(([, value]) => value!)

const hex = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)

describe('the operator’s colour', () => {
  const [lightSurface, darkSurface] = valuesOf('--surface') as [string, string]
  const [onAccentInLight, onAccentInDark] = valuesOf('--on-accent') as [string, string]

  it('is legible as text on a panel, and under the text of a button, in light and dark', () => {
    fc.assert(
      fc.property(hex, (colour) => {
        const { '--brand-on-light': light, '--brand-on-dark': dark } = brandColours(colour) as Record<string, string>
        for (const [one, other] of [
          [light, lightSurface],
          [light, onAccentInLight],
          [dark, darkSurface],
          [dark, onAccentInDark],
        ])
          assert.ok(contrast(one!, other!) >= WCAG_AA, `${colour}: ${one} on ${other}`)
      }),
    )
  })

  it('is kept where it is legible as it is', () => {
    assert.equal(brandColours('#0b5563')['--brand-on-light'], 'rgb(11 85 99)')
    assert.equal(brandColours('#ffd34d')['--brand-on-dark'], 'rgb(255 211 77)')
  })
})
