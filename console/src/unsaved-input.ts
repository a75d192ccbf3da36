// Unsaved input, kept in memory: it survives navigation and the end of a session, but not a reload.

const unsaved = new Map<string, unknown>()

/** The input is stored separately for each person who signs in. */
export const unsavedInput = (staffId: string, name: string) => {
  const key = `${staffId} ${name}`
  return {
    get: <T>(): T | null => (unsaved.get(key) as T | undefined) ?? null,
    set: (value: unknown): void => void unsaved.set(key, value),
    forget: (): void => void unsaved.delete(key),
  }
}

export const clearUnsavedInput = (): void => unsaved.clear()
