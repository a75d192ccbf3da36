// Divides an amount by weights, to the kobo: the parts add up to the amount.

/** `weights` are whole numbers above zero. The kobo left after rounding down go to the largest remainders, earlier ones first. */
export const spreadKobo = (totalKobo: number, weights: readonly number[]): number[] => {
  const sum = weights.reduce((total, weight) => total + BigInt(weight), 0n)
  const exact = weights.map((weight) => BigInt(totalKobo) * BigInt(weight))
  const parts = exact.map((product) => Number(product / sum))
  const byRemainder = exact.map((product, index) => ({ index, rest: product % sum })).sort((a, b) => Number(b.rest - a.rest))
  const left = totalKobo - parts.reduce((total, part) => total + part, 0)
  for (const { index } of byRemainder.slice(0, left)) parts[index]! += 1
  return parts
}
