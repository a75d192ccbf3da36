// What is typed and not saved yet, for as long as the page is open: it survives navigation, and a session that ends in between.

const unsaved = new Map<string, unknown>()

/** Of one person: nobody else finds it, whoever signs in next in this browser. */
export const unsavedInput = (staffId: string, name: string) => {
  const key = `${staffId} ${name}`
  return {
    get: <T>(): T | null => (unsaved.get(key) as T | undefined) ?? null,
    set: (value: unknown): void => void unsaved.set(key, value),
    forget: (): void => void unsaved.delete(key),
  }
}

/** When somebody signs out. */
export const clearUnsavedInput = (): void => unsaved.clear()
