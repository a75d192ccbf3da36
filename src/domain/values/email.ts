// Email addresses as they are compared: one and the same, however it is written.

export const emailKey = (email: string): string => email.trim().toLowerCase()
