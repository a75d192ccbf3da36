// The results of the search box: records of the server, and pages and actions of the console.

import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { foldedWords, wordsMatch } from '../../../src/domain/values/folded-text.ts'
import { api } from '../api.ts'
import { packageStatusName } from '../components/records/package-status.tsx'
import { mayOpen, PAGES } from '../registry.ts'
import { useScope } from '../scope.tsx'
import { useSession } from '../session.tsx'
import { t } from '../strings.ts'
import type { SearchFound } from '../wire.ts'
import type { Choice } from './scan-context.tsx'

const PATH = '/ops/v1/search'
const TYPING_PAUSE_MS = 120
const CHARACTERS_MIN = 2
const PAGES_MAX = 4

type Go = (path: string) => void

const PAPER_NAMES = { invoice: 'billing.one', credit_note: 'billing.type_credit_note', receipt: 'billing.receipt' } as const

export const paperChoices = (papers: SearchFound['papers'], go: Go): Choice[] =>
  papers.map(({ kind, number, invoice_id, payment_id, business }) => ({
    key: `${business.business_id} ${number}`,
    group: t('search.papers'),
    title: number,
    detail: `${t(PAPER_NAMES[kind])} · ${business.name}`,
    pick: () => go(payment_id === null ? `/invoices/${invoice_id}` : `/payments/${payment_id}`),
  }))

const recordChoices = ({ packages, customers, quotes, shipments, places, papers, businesses }: SearchFound, go: Go): Choice[] => [
  ...customers.map((each) => ({
    key: each.parcel_customer_id,
    group: t('customers.title'),
    title: each.full_name || t('customers.nameless'),
    detail: [each.address_suffix, each.mobile, each.email, each.business.name].filter(Boolean).join(' · '),
    pick: () => go(`/customers/${each.parcel_customer_id}`),
  })),
  ...packages.map((each) => ({
    key: each.parcel_id,
    group: t('packages.title'),
    title: each.parcel_number,
    detail: [
      each.customer.name,
      packageStatusName(each.status),
      ...(each.hold_instruction === 'hold' ? [t('packages.onHold')] : []),
      ...(each.place ? [each.place.code] : []),
      each.business.name,
    ].join(' · '),
    pick: () => go(`/packages/${each.parcel_id}`),
  })),
  ...quotes.map((each) => ({
    key: each.parcel_quote_id,
    group: t('quotes.title'),
    title: each.reference,
    detail: each.status,
    pick: () => go(`/quotes/${each.parcel_quote_id}`),
  })),
  ...shipments.map((each) => ({
    key: each.shipment_id,
    group: t('shipments.title'),
    title: each.number ?? '—',
    detail: each.carrier ?? '',
    pick: () => go(`/shipments/${each.shipment_id}`),
  })),
  ...places.map((each) => ({
    key: each.place_id,
    group: t('places.title'),
    title: each.code,
    pick: () => go(`/places/${each.place_id}`),
  })),
  ...paperChoices(papers, go),
  ...businesses.map((each) => ({
    key: each.business_id,
    group: t('businesses.title'),
    title: each.prefix,
    detail: each.name,
    pick: () => go(`/businesses/${each.business_id}`),
  })),
]

/** If the text is the code of a record, moves the group of that record to the top. */
const codeFirst = (choices: readonly Choice[], text: string): Choice[] => {
  const code = text.trim().toUpperCase()
  const named = choices.find(({ title }) => title === code)
  return named ? choices.toSorted((one, other) => Number(other.group === named.group) - Number(one.group === named.group)) : [...choices]
}

const usePageChoices = (text: string): Choice[] => {
  const caller = useSession()
  const { mode, setMode } = useScope()
  const [, go] = useLocation()
  const words = foldedWords(text)
  if (words.length === 0) return []
  // Only pages without an ID in their path are offered: the pages of the navigation, and actions such as a new quote.
  const pages = PAGES.filter((page) => !page.path.includes(':') && mayOpen(caller, page)).map(({ path, title }) => ({
    key: path,
    group: t('shell.navigation'),
    title: t(title),
    pick: () => go(path),
  }))
  const other = mode === 'live' ? 'test' : 'live'
  const actions = [
    { key: 'mode', group: t('shell.actions'), title: t(other === 'test' ? 'search.toTest' : 'search.toLive'), pick: () => setMode(other) },
  ]
  return [...pages, ...actions].filter(({ title }) => wordsMatch(title, words) === 2).slice(0, PAGES_MAX)
}

/**
 * `isCurrent`: whether the choices belong to the current text. `isPending`: whether the results for the current text have not arrived yet.
 */
export const useSearchResults = (typed: string, isAsked: boolean): { choices: Choice[]; isCurrent: boolean; isPending: boolean } => {
  const [, go] = useLocation()
  const { mode, businessId: business } = useScope()
  const text = typed.trim()
  const [q] = useDebouncedValue(text, TYPING_PAUSE_MS)
  const isEnabled = isAsked && text.length >= CHARACTERS_MIN
  const query = useQuery({
    queryKey: [PATH, { q, mode, business }],
    enabled: isEnabled && q.length >= CHARACTERS_MIN,
    queryFn: ({ signal }) => api.get<SearchFound>(PATH, { q, mode, business }, signal),
    placeholderData: keepPreviousData,
    retry: false,
  })
  const pages = usePageChoices(isAsked ? text : '')
  if (!isEnabled) return { choices: [], isCurrent: false, isPending: false }
  const records = query.data ? codeFirst(recordChoices(query.data, go), text) : []
  const isAnswered = q === text && !query.isPending && !query.isPlaceholderData
  return { choices: [...records, ...pages], isCurrent: isAnswered && query.isSuccess, isPending: !isAnswered }
}
