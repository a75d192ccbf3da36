// Which text can be stored: PostgreSQL accepts no NUL characters, and UTF-8 cannot encode half of a surrogate pair.

export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

/** Replaces characters that cannot be stored with U+FFFD, the Unicode replacement character. */
export const toStorable = (text: string): string => text.replaceAll('\0', '\uFFFD').toWellFormed()
