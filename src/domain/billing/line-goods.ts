// Says what a line of an invoice is for, and groups lines by shipment and package.

export type LineGoods = {
  /** Numbers of the packages that the line is for. A freight line lists all packages of its booking. */
  parcels: readonly string[]
  shipment: string | null
  customer: string | null
  route: string | null
  service: string | null
  /** The quantity for which freight was charged, such as a weight or volume. Null for charges other than freight. */
  charged: string | null
  receivedOn: string | null
  reference: string | null
}

const PARCELS_NAMED_MAX = 5

export const parcelsText = (numbers: readonly string[]): string => {
  const more = numbers.length > PARCELS_NAMED_MAX ? ` and ${numbers.length - PARCELS_NAMED_MAX} more` : ''
  return `${numbers.slice(0, PARCELS_NAMED_MAX).join(', ')}${more}`
}

type Grouped<Line> = { shipment: string | null; parcels: readonly string[]; lines: Line[] }

/**
 * Returns the lines grouped by shipment and then by package. Groups without a package come last. Apart from that, the order of the lines is
 * kept.
 */
export const groupedLines = <Line extends { goods?: LineGoods | null }>(lines: readonly Line[]): Grouped<Line>[] => {
  const shipments = Map.groupBy(lines, ({ goods }) => goods?.shipment ?? null)
  const groups = [...shipments].flatMap(([shipment, own]) =>
    [...Map.groupBy(own, ({ goods }) => (goods?.parcels ?? []).join(' ')).values()].map((group) => ({
      shipment,
      parcels: group[0]!.goods?.parcels ?? [],
      lines: group,
    })),
  )
  return groups.toSorted((one, other) => Number(one.parcels.length === 0) - Number(other.parcels.length === 0))
}

/**
 * Describes the goods of a group of lines, for example `P4QW… · HRB-1001 Sample Trader · China to Nigeria · Air Freight · 12.5 kg ·
 * received 2026-11-10 · your reference PO-77`.
 */
export const goodsText = (group: { lines: readonly { goods?: LineGoods | null }[] }): string => {
  const known = group.lines.flatMap(({ goods }) => goods ?? [])
  const first = <Field extends keyof LineGoods>(field: Field) => known.find((goods) => goods[field] !== null)?.[field] ?? null
  const [receivedOn, reference] = [first('receivedOn'), first('reference')]
  return [
    parcelsText(known[0]?.parcels ?? []),
    first('customer'),
    first('route'),
    first('service'),
    first('charged'),
    receivedOn && `received ${receivedOn}`,
    reference && `your reference ${reference}`,
  ]
    .filter((part) => part !== null && part !== '')
    .join(' · ')
}
