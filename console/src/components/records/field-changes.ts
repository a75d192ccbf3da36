// The changed fields of an audit record, including nested values.

export type Change = { field: string; before: unknown; after: unknown }

type Leaves = ReadonlyMap<string, unknown>

const isDocument = (value: unknown): value is object => typeof value === 'object' && value !== null

const leavesOf = (field: string, value: unknown): [string, unknown][] =>
  isDocument(value) ? Object.entries(value).flatMap(([name, inner]) => leavesOf(`${field} › ${name}`, inner)) : [[field, value]]

/** A document that changed is told value by value; what stayed the same in it is left out. */
export const singleChanges = (changes: readonly Change[]): Change[] =>
  changes.flatMap(({ field, before, after }) => {
    if (!isDocument(before) && !isDocument(after)) return [{ field, before, after }]
    const was: Leaves = new Map(leavesOf(field, before))
    const is: Leaves = new Map(leavesOf(field, after))
    return [...new Set([...was.keys(), ...is.keys()])]
      .map((leaf) => ({ field: leaf, before: was.get(leaf) ?? null, after: is.get(leaf) ?? null }))
      .filter((leaf) => leaf.before !== leaf.after)
  })
