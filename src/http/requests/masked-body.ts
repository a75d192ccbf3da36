// Masks bodies for the request log. Keeps the structure, most numbers, and texts that are known to be harmless.

/**
 * Fields without personal data. Their short texts are kept. Texts of all other fields are masked, except ids, dates, amounts and error
 * messages. A field that is added later is therefore masked by default.
 */
const HARMLESS_FIELDS: ReadonlySet<string> = new Set(
  `action carrier code container_size country currency destination_country direction event_type event_types
  field hold_instruction kind method mode origin_country package_type parcel_number reference request_id role scope service
  status tracking_code trade_direction transport_mode type volume_per weight_per`.split(/\s+/),
)
/** Fields that hold error messages. Their texts are kept in responses and masked in requests. */
const SENTENCES: ReadonlySet<string> = new Set(['error', 'errors', 'message'])
/** Fields whose text is masked even if it looks like an id. */
const SECRETS = /^(secret|password|token|key|api_key)$|_(secret|password)$/
/** Fields whose value is masked even if it is a number. */
const PERSONAL_NUMBERS = /phone|mobile|postal|postcode|zip/

const TOKEN = /^[a-z]{1,6}_[0-7][0-9a-hjkmnp-tv-z]{25}$/
const MOMENT = /^\d{4}-\d\d-\d\d(T[\d:.]+(Z|[+-]\d\d:\d\d))?$/
const AMOUNT = /^-?\d{1,12}\.\d{1,6}$/
/** An email address must start at the beginning of a word. This keeps the matching time linear in the length of the word. */
const EMAIL = /(?<!\S)\S+@\S+/g
const PHONE = /\+?\d[\d ()-]{5,}\d/g
const FIELD_NAME = /^[a-z][a-z0-9_]{0,39}$/i
/** The error message of the JSON parser contains these words, followed by a quotation from the body. */
const QUOTED_BODY = /(is not acceptable JSON:).*$/s

const MASK = '***'
const HARMLESS_TEXT_MAX_CHARACTERS = 64
const KEPT_MAX_BYTES = 4 * 1024

const sentence = (text: string): string => text.replace(QUOTED_BODY, `$1 ${MASK}`).replaceAll(EMAIL, MASK).replaceAll(PHONE, MASK)

const maskText = (field: string, text: string, isOurs: boolean): string => {
  if (SECRETS.test(field)) return MASK
  if (isOurs && SENTENCES.has(field)) return sentence(text)
  if (TOKEN.test(text) || MOMENT.test(text) || AMOUNT.test(text)) return text
  return HARMLESS_FIELDS.has(field) && text.length <= HARMLESS_TEXT_MAX_CHARACTERS ? sentence(text) : MASK
}

/** `bytes`: how many more bytes may be kept. `isOurs`: true for a response body, false for a request body. */
type Room = { bytes: number; isOurs: boolean }

/** Masks a value. Items of a list follow the rules for the field that holds the list. */
const masked = (field: string, value: unknown, room: Room): unknown => {
  room.bytes--
  if (typeof value === 'string') {
    const kept = maskText(field, value, room.isOurs)
    room.bytes -= kept.length
    return kept
  }
  if (typeof value === 'number') return PERSONAL_NUMBERS.test(field) || SECRETS.test(field) ? MASK : value
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    const items: unknown[] = []
    for (const item of value) {
      if (room.bytes < 0) break
      items.push(masked(field, item, room))
    }
    return items
  }
  const fields: Record<string, unknown> = {}
  for (const name in value) {
    if (room.bytes < 0) break
    const kept = FIELD_NAME.test(name) ? name : MASK
    room.bytes -= kept.length
    // Metadata may contain anything, so its fields are masked like secrets.
    fields[kept] = masked(
      field === 'metadata' || field === 'secret' ? 'secret' : name.toLowerCase(),
      (value as Record<string, unknown>)[name],
      room,
    )
  }
  return fields
}

/** Cuts a text that is too long, and adds an ellipsis. A text that was cut is no longer valid JSON. */
const cut = (text: string): string => {
  const bytes = Buffer.from(text)
  return bytes.length <= KEPT_MAX_BYTES
    ? text
    : `${bytes
        .subarray(0, KEPT_MAX_BYTES - 4)
        .toString()
        .replace(/(?<!\uFFFD)\uFFFD+$/, '')}…`
}

const maskedText = (body: unknown, isOurs: boolean): string =>
  cut(JSON.stringify(masked('', body, { bytes: KEPT_MAX_BYTES, isOurs })) ?? 'null')

export const maskedRequest = (body: unknown): string => maskedText(body, false)

export const maskedAnswer = (body: unknown): string => maskedText(body, true)

const HARMLESS_QUERY: ReadonlySet<string> = new Set(
  'page per_page cursor mode business status method since until as_of on days from direction transport_mode hold hold_instruction cancelled created_since created_before updated_since updated_before request_id event_id webhook_endpoint_id'.split(
    ' ',
  ),
)
const SEGMENT = /^[\w.-]{1,64}$/
/** Digits that may be a telephone number. */
const LONG_NUMBER = /^\d{7,}$/
const PATH_MAX_CHARACTERS = 512

/**
 * Returns the path and query of a request. Masks unusual path segments, long numbers, and query values that may be personal, such as search
 * texts.
 */
export const maskedPath = (url: string): string => {
  const [path = '', query] = url.split('?', 2)
  const segments = path
    .split('/')
    .map((segment) => (segment === '' || (SEGMENT.test(segment) && !LONG_NUMBER.test(segment)) ? segment : MASK))
  const values = query?.split('&').map((pair) => {
    const [name = ''] = pair.split('=', 1)
    return HARMLESS_QUERY.has(name) || !pair.includes('=') ? maskedPair(pair) : `${SEGMENT.test(name) ? name : MASK}=${MASK}`
  })
  return `${segments.join('/')}${values ? `?${values.join('&')}` : ''}`.slice(0, PATH_MAX_CHARACTERS)
}

const HARMLESS_PAIR = /^\w+=[\w.:%+-]{0,128}$/

const maskedPair = (pair: string): string => (HARMLESS_PAIR.test(pair) && !/%40/.test(pair) ? pair : MASK)
