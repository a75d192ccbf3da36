// Master air waybill numbers: three digits of the airline, seven of the document, and one that checks them.

const CHECK_MODULUS = 7
const MAWB = /^(\d{3})[\s-]?(\d{7})(\d)$/

/** Written as airlines do, 123-12345675; null when it is none or its check digit is wrong. IATA: the serial modulo 7. */
export const readMawb = (text: string): string | null => {
  const [, airline, serial, check] = MAWB.exec(text.trim().replace(/(\d{4})\s(\d{4})$/, '$1$2')) ?? []
  if (serial === undefined || Number(serial) % CHECK_MODULUS !== Number(check)) return null
  return `${airline}-${serial}${check}`
}
