// Mutants that no test can tell from the code: what they change makes no difference, for the reason given.

/** `line`: the line of code that the change begins in, `from` what is changed, `to` what it becomes. */
export type Equivalent = { file: string; line: string; from: string; to: string; because: string }

export const EQUIVALENT_MUTANTS: readonly Equivalent[] = []
