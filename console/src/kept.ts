// What the browser keeps of what staff have read, for a page that opens without a connection: until they sign out.

const PREFIX = 'waybill-kept-'

export const keep = (name: string, value: unknown): void => {
  try {
    window.localStorage.setItem(PREFIX + name, JSON.stringify(value))
  } catch {
    // No room for it; what waits to be sent needs the room more.
    window.localStorage.removeItem(PREFIX + name)
  }
}

export const kept = <T>(name: string): T | null => JSON.parse(window.localStorage.getItem(PREFIX + name) ?? 'null')

export const forgetKept = (): void => {
  for (const name of Object.keys(window.localStorage)) if (name.startsWith(PREFIX)) window.localStorage.removeItem(name)
}
