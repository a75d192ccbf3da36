// The first and the final day of the previous month, by the clock of the device.

const isoDay = (date: Date): string => date.toISOString().slice(0, 10)

export const lastMonth = (): [string, string] => {
  const today = new Date()
  const [year, month] = [today.getFullYear(), today.getMonth()]
  return [isoDay(new Date(Date.UTC(year, month - 1, 1))), isoDay(new Date(Date.UTC(year, month, 0)))]
}
