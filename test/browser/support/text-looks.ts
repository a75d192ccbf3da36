// Finds the texts whose contrast axe must check, because their colours alone do not prove them legible. Runs in the page.

/** Source of a function that returns the look of a text: its font, its colour, the backgrounds behind it, and how a link is marked. */
const LOOK_OF = `(element, style) => {
  const { color, fontSize, fontWeight, textShadow } = style
  const look = [color, fontSize, fontWeight, textShadow]
  if (element.localName === 'a') look.push('link', style.textDecorationLine, getComputedStyle(element.parentElement).color)
  for (let at = element; at; at = at.parentElement) {
    const { backgroundColor, backgroundImage, opacity, filter } = getComputedStyle(at)
    look.push(backgroundColor, backgroundImage, opacity, filter)
    if (/^rgb\\(/.test(backgroundColor) && backgroundImage === 'none') break
  }
  return look.join()
}`

/**
 * Source of a function that returns true if the colours alone prove a contrast of at least 4.5 : 1 (WCAG AA at any size). If it returns
 * false, axe checks the text.
 */
const IS_PLAINLY_LEGIBLE = `(element, style, painted) => {
  const parse = (text) => {
    const [, ...parts] = /^rgba?\\(([\\d.]+), ([\\d.]+), ([\\d.]+)(?:, ([\\d.]+))?\\)$/.exec(text) ?? []
    return parts.length === 0 ? null : { rgb: parts.slice(0, 3).map(Number), alpha: parts[3] === undefined ? 1 : Number(parts[3]) }
  }
  const over = (top, below) => top.rgb.map((value, index) => value * top.alpha + below[index] * (1 - top.alpha))
  const luminance = (rgb) => {
    const [red, green, blue] = rgb.map((value) => (value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const layers = []
  let ground = null
  for (let at = element; at; at = at.parentElement) {
    const { backgroundColor, backgroundImage, opacity, filter, mixBlendMode } = getComputedStyle(at)
    if (opacity !== '1' || filter !== 'none' || mixBlendMode !== 'normal') return false
    if (layers.at(-1)?.alpha === 1) continue
    const layer = parse(backgroundColor)
    if (layer === null || backgroundImage !== 'none') return false
    layers.push(layer)
    ground = at
  }
  const text = parse(style.color)
  if (text === null || style.textShadow !== 'none' || layers.at(-1).alpha !== 1) return false
  const box = element.getBoundingClientRect()
  const stack = document.elementsFromPoint(box.left + box.width / 2, box.top + box.height / 2)
  const isAbove = (other) => stack.includes(element) ? stack.indexOf(other) > -1 && stack.indexOf(other) < stack.indexOf(element) : getComputedStyle(other).position === 'fixed'
  const isForeign = (other) => {
    const { left, right, top, bottom } = other.getBoundingClientRect()
    const overlaps = left < box.right && right > box.left && top < box.bottom && bottom > box.top
    return overlaps && ground.contains(other) && !other.contains(element) && !element.contains(other) && !isAbove(other)
  }
  if (painted.some(isForeign)) return false
  if (element.localName === 'a' && style.display === 'inline') {
    let block = element.parentElement
    while (getComputedStyle(block).display === 'inline') block = block.parentElement
    if (block.textContent.trim() !== element.textContent.trim()) return false
  }
  const background = layers.reduceRight((below, layer) => over(layer, below), [0, 0, 0])
  const [darker, lighter] = [luminance(over(text, background)), luminance(background)].sort((one, other) => one - other)
  return (lighter + 0.05) / (darker + 0.05) >= 4.5
}`

/**
 * A script for the page. Returns the looks (see `LOOK_OF`) that are not in `seen`, and one element for each new look that is not clearly
 * legible.
 */
export const findUnseenTexts = (seen: ReadonlySet<string>): string => `(() => {
  const seen = new Set(${JSON.stringify([...seen])})
  const [lookOf, isPlainlyLegible] = [${LOOK_OF}, ${IS_PLAINLY_LEGIBLE}]
  // The same exceptions as axe: a checkbox has no text, and text that is disabled or hidden from screen readers may be pale.
  const isField = (element) => element.matches('select, textarea, input:not([type=radio], [type=checkbox], [type=range], [type=color])')
  const hasText = (element) => isField(element) || [...element.childNodes].some(({ nodeType, data }) => nodeType === 3 && data.trim())
  const isLeftOut = (element) => element.closest(':disabled, [aria-disabled=true], [aria-hidden=true]') !== null
  const all = [...document.body.querySelectorAll('*')].filter((element) => element.checkVisibility())
  const isPainted = ({ backgroundColor, backgroundImage }) => backgroundColor !== 'rgba(0, 0, 0, 0)' || backgroundImage !== 'none'
  let painted = null
  const found = new Map()
  for (const element of all) {
    if (!hasText(element) || isLeftOut(element)) continue
    const style = getComputedStyle(element)
    const look = lookOf(element, style)
    if (seen.has(look) || found.has(look)) continue
    painted ??= all.filter((each) => isPainted(getComputedStyle(each)))
    found.set(look, { element, isLegible: isPlainlyLegible(element, style, painted) })
  }
  return { looks: [...found.keys()], doubtful: [...found.values()].filter(({ isLegible }) => !isLegible).map(({ element }) => element) }
})()`
