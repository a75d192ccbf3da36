// Saves a text as a CSV file.

export const CSV_ROWS_MAX = 10_000

export const saveFile = (name: string, text: string): void => {
  const link = document.createElement('a')
  // The byte order mark tells spreadsheets that the text is UTF-8.
  link.href = URL.createObjectURL(new Blob(['\uFEFF', text], { type: 'text/csv' }))
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}
