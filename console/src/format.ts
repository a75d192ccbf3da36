// The formats of dates, numbers and money, which the console shares with the portal.

export * from '../../web/format.ts'
