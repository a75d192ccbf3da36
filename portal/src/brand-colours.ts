// Derives two colours from the operator's colour: one is legible on a light background, the other on a dark background.

type Rgb = readonly [red: number, green: number, blue: number]

const LIGHT: Rgb = [255, 255, 255]
const DARK: Rgb = [24, 28, 32]
const BLACK: Rgb = [0, 0, 0]
/** The lowest contrast ratio for text. WCAG AA requires 4.5; the higher value leaves a margin for text on tinted backgrounds. */
const CONTRAST_MIN = 5.2
const STEP = 0.04

const parse = (colour: string): Rgb => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16)) as unknown as Rgb

const linear = (channel: number): number => {
  const share = channel / 255
  return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}

const luminance = ([red, green, blue]: Rgb): number => 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)

const contrast = (one: Rgb, other: Rgb): number => {
  const [darker, lighter] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number]
  return (lighter + 0.05) / (darker + 0.05)
}

const mix = (from: Rgb, to: Rgb, share: number): Rgb =>
  from.map((channel, at) => Math.round(channel + (to[at]! - channel) * share)) as unknown as Rgb

/** Mixes `colour` with `target` until the result is legible on the background `ground`. */
const legibleOn = (colour: Rgb, ground: Rgb, target: Rgb): Rgb => {
  for (let share = 0; share < 1; share += STEP) {
    const moved = mix(colour, target, share)
    if (contrast(moved, ground) >= CONTRAST_MIN) return moved
  }
  return target
}

const text = ([red, green, blue]: Rgb): string => `rgb(${red} ${green} ${blue})`

/** Returns values for two CSS custom properties of portal.css, derived from the operator's colour. */
export const brandColours = (colour: string): Record<string, string> => {
  const chosen = parse(colour)
  const onLight = legibleOn(chosen, LIGHT, BLACK)
  const onDark = legibleOn(chosen, DARK, LIGHT)
  return { '--brand-on-light': text(onLight), '--brand-on-dark': text(onDark) }
}
