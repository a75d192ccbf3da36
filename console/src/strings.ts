// All texts of the console by key, and the function that formats them.

import { billing, missed, requested, till } from './strings/billing/billing.ts'
import { opening, writtenOff } from './strings/billing/books.ts'
import { payments } from './strings/billing/payments.ts'
import { monthEnd, tasks } from './strings/billing/tasks.ts'
import { taxReport, withholding } from './strings/billing/tax.ts'
import { businesses, members } from './strings/businesses.ts'
import { customers } from './strings/customers.ts'
import { webhooks } from './strings/events.ts'
import { inbound } from './strings/inbound.ts'
import { lists } from './strings/lists.ts'
import { channels, costs, messages, recipients, texts } from './strings/messages.ts'
import { operator } from './strings/operator.ts'
import { overview } from './strings/overview.ts'
import { packages } from './strings/packages.ts'
import { places, sites } from './strings/places.ts'
import { cards, fx } from './strings/pricing.ts'
import { counter, quotes } from './strings/quotes.ts'
import { receive, repack, unidentified, unpriced } from './strings/receiving.ts'
import { records } from './strings/records.ts'
import { requests } from './strings/requests.ts'
import { scan, search } from './strings/scan.ts'
import { shell } from './strings/shell.ts'
import { collection, shipments, voyages } from './strings/shipments.ts'
import { staff } from './strings/staff.ts'
import { disposition, storage } from './strings/storage.ts'

export const ENGLISH = {
  shell,
  scan,
  search,
  receive,
  unidentified,
  inbound,
  unpriced,
  overview,
  businesses,
  members,
  billing,
  payments,
  collection,
  messages,
  recipients,
  texts,
  channels,
  costs,
  missed,
  requested,
  till,
  writtenOff,
  withholding,
  taxReport,
  tasks,
  monthEnd,
  opening,
  operator,
  staff,
  packages,
  disposition,
  repack,
  quotes,
  counter,
  customers,
  records,
  lists,
  places,
  sites,
  shipments,
  voyages,
  storage,
  cards,
  fx,
  requests,
  webhooks,
}

type Catalogue = typeof ENGLISH
export type Translation<Section extends keyof Catalogue> = Readonly<Record<keyof Catalogue[Section], string>>

let translation: { readonly [Section in keyof Catalogue]?: Partial<Translation<Section>> } = {}

/** Translations of the server's messages, by code. */
let serverMessages: Readonly<Record<string, string>> = {}

/** Sets the translation. Texts that are missing from the translation stay in English. */
export const translate = (texts: typeof translation, ofServer: typeof serverMessages): void => {
  translation = texts
  serverMessages = ofServer
}

type KeysOf<Section extends keyof Catalogue> = Section extends string ? `${Section}.${keyof Catalogue[Section] & string}` : never
type StringKey = KeysOf<keyof Catalogue>

type TextOf<Key extends StringKey> = Key extends `${infer Section extends keyof Catalogue}.${infer Name}`
  ? Name extends keyof Catalogue[Section]
    ? Catalogue[Section][Name]
    : never
  : never
type NameOf<Place> = Place extends `${infer Name}|${string}` ? Name : Place
type PlaceholdersIn<Text> = Text extends `${string}{${infer Place}}${infer Rest}` ? NameOf<Place> | PlaceholdersIn<Rest> : never
/** The keys of texts without placeholders. */
export type PlainKey = { [Key in StringKey]: [PlaceholdersIn<TextOf<Key>>] extends [never] ? Key : never }[StringKey]
type Values<Key extends StringKey> = [PlaceholdersIn<TextOf<Key>>] extends [never]
  ? []
  : [Record<PlaceholdersIn<TextOf<Key>>, string | number>]

/** `{name}`, or `{count|package|packages}` for a number with its noun. */
const PLACEHOLDER = /\{(\w+)(?:\|([^|}]*)\|([^|}]*))?\}/g

export const t = <Key extends StringKey>(key: Key, ...[values]: Values<Key>): string => {
  const [section, name] = key.split('.') as [keyof Catalogue, string]
  const text =
    (translation[section] as Record<string, string> | undefined)?.[name] ?? (ENGLISH[section] as Record<string, string>)[name] ?? key
  if (!values) return text
  return text.replaceAll(PLACEHOLDER, (_, place: string, one?: string, many?: string) => {
    const value = String((values as Record<string, string | number>)[place])
    return one === undefined ? value : `${value} ${value === '1' ? one : many}`
  })
}

/** Translates a message of the server by its code. Returns the English text if there is no translation. */
export const serverMessage = (code: string, name: string, inEnglish: string): string =>
  serverMessages[code]?.replace('{name}', name) ?? inEnglish
