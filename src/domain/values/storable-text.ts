// Which text can be stored: PostgreSQL takes no NUL character, and UTF-8 has no half of a surrogate pair.

export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

/** Replaces characters that cannot be stored by U+FFFD, the character for unreadable text. */
export const toStorable = (text: string): string => text.replaceAll('\0', '\uFFFD').toWellFormed()
