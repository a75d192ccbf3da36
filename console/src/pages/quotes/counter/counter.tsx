// Makes a quote for a customer at the counter, by keyboard: customer, cargo, live price, booking, label.

import { NativeSelect, SimpleGrid, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { api, CUSTOMERS, QUOTES } from '../../../api.ts'
import { SubmitForm, typed } from '../../../components/form.tsx'
import { lastListUrl } from '../../../components/lists/last-list-url.ts'
import { RecordSelect } from '../../../components/lists/record-select.tsx'
import { Page, Panel } from '../../../components/page.tsx'
import { notifyError, useBusinessOptions, useIdempotencyKey } from '../../../components/queries.ts'
import { PriceNotice } from '../../../components/records/live-notices.tsx'
import { customerOption } from '../../../components/records/options.tsx'
import { useScope } from '../../../scope.tsx'
import { t } from '../../../strings.ts'
import type { Customer, Quote, SearchFound } from '../../../wire.ts'
import { Book, BookedAndPaid } from './book.tsx'
import { CargoFields } from './cargo-fields.tsx'
import type { Fields, Flow, PartyFields as Party } from './fields.ts'
import { blankFields, FLOWS, inFlow, isImport, needsSender, PARTY_FIELDS, parcelOf, partyPath, withCustomer } from './fields.ts'
import { NewCustomer } from './new-customer.tsx'
import { PriceAsTyped } from './price-as-typed.tsx'

type PartyFieldsProps = {
  side: 'sender' | 'recipient'
  party: Party
  errorOf: (field: string) => string | undefined
  onChange: (party: Party) => void
}

const PartyFields = ({ side, party, errorOf, onChange }: PartyFieldsProps) => (
  <fieldset className="fieldset">
    <legend>{t(`quotes.${side}`)}</legend>
    <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }} spacing="xs">
      {PARTY_FIELDS.map((field) => (
        <TextInput
          key={field}
          label={t(`counter.${field}`)}
          autoComplete="off"
          {...typed(
            party[field],
            (text) => onChange({ ...party, [field]: text }),
            errorOf(partyPath(side, field)) ?? (field === 'name' ? errorOf(`parcel.${side}`) : undefined),
          )}
        />
      ))}
    </SimpleGrid>
  </fieldset>
)

type FormProps = { fields: Fields; onChange: (change: (before: Fields) => Fields) => void; onQuoted: (quote: Quote) => void }

const CounterForm = ({ fields, onChange, onQuoted }: FormProps) => {
  const { mode } = useScope()
  const client = useQueryClient()
  const options = useBusinessOptions()
  const [newName, setNewName] = useState<string | null>(null)
  const { businessId, customerId } = fields
  const change = (changed: Partial<Fields>) => onChange((before) => ({ ...before, ...changed }))
  const pick = async (id: string) => {
    if (id === '') return change({ customerId: '' })
    const read = { queryKey: [CUSTOMERS, id], queryFn: () => api.get<Customer>(`${CUSTOMERS}/${id}`) }
    // The user may have chosen another business while the customer's data was loading. In that case, the customer is ignored.
    const set = (customer: Customer) => onChange((before) => (before.businessId === businessId ? withCustomer(before, customer) : before))
    await client.fetchQuery(read).then(set, notifyError)
  }
  // Uses the same search as Ctrl-K. This search finds a name in any spelling and word order, and a phone number in any notation.
  const findCustomers = async (q: string, signal: AbortSignal) => {
    const { customers } = await api.get<SearchFound>('/ops/v1/search', { q, mode, business: businessId }, signal)
    return customers.filter(({ status }) => status === 'active')
  }
  const form = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only when the form opens.
  useEffect(() => form.current?.querySelectorAll<HTMLElement>('select, input')[businessId === '' ? 0 : 1]?.focus(), [])
  const keyOf = useIdempotencyKey()
  const quote = async () => {
    const body = { business_id: businessId, mode, parcel: parcelOf(fields) }
    onQuoted(await api.send<Quote>('POST', QUOTES, body, { idempotencyKey: keyOf(body) }))
  }
  return (
    <div className="columns" ref={form}>
      <Panel>
        <SubmitForm submitLabel={t('counter.quote')} onSubmit={quote}>
          {(errorOf) => (
            <>
              <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="xs">
                <NativeSelect
                  label={t('records.business')}
                  data={[{ value: '', label: t('counter.chooseBusiness') }, ...options]}
                  {...typed(businessId, (text) => change({ businessId: text, customerId: '' }), errorOf('business_id'))}
                />
                <NativeSelect
                  label={t('quotes.flow')}
                  data={FLOWS.map((value) => ({ value, label: t(`counter.${value}`) }))}
                  {...typed(fields.flow, (text) => onChange((before) => inFlow(before, text as Flow)))}
                />
                <RecordSelect
                  label={t('records.customer')}
                  placeholder={t(isImport(fields.flow) ? 'counter.customerHint' : 'counter.customerOptional')}
                  error={errorOf('parcel.parcel_customer_token')}
                  path={CUSTOMERS}
                  params={{ mode, business: businessId, status: 'active' }}
                  find={findCustomers}
                  optionOf={customerOption}
                  value={customerId}
                  onPick={(id) => void pick(id)}
                  {...(businessId === '' ? {} : { onCreate: setNewName })}
                />
              </SimpleGrid>
              {needsSender(fields) && (
                <PartyFields side="sender" party={fields.sender} errorOf={errorOf} onChange={(sender) => change({ sender })} />
              )}
              <PartyFields side="recipient" party={fields.recipient} errorOf={errorOf} onChange={(recipient) => change({ recipient })} />
              <CargoFields fields={fields} errorOf={errorOf} onChange={change} />
            </>
          )}
        </SubmitForm>
        {newName !== null && (
          <NewCustomer
            businessId={businessId}
            mode={mode}
            name={newName}
            onMade={(customer) => {
              client.setQueryData([CUSTOMERS, customer.parcel_customer_id], customer)
              onChange((before) => withCustomer(before, customer))
            }}
            onClose={() => setNewName(null)}
          />
        )}
      </Panel>
      <PriceAsTyped fields={fields} mode={mode} />
    </div>
  )
}

const Counter = () => {
  const { businessId } = useScope()
  const [fields, setFields] = useState(() => blankFields(businessId ?? ''))
  const [quote, setQuote] = useState<Quote | null>(null)
  const next = () => {
    setQuote(null)
    setFields(blankFields(fields.businessId, fields.flow))
  }
  const cancel = async (id: string) => {
    await api.send('POST', `${QUOTES}/${id}/cancel`, {}).catch(notifyError)
    setQuote(null)
  }
  return (
    <Page title={t('counter.title')} lead={t('counter.lead')} back={{ href: lastListUrl('/quotes'), label: t('quotes.title') }}>
      <PriceNotice />
      {quote === null && <CounterForm fields={fields} onChange={setFields} onQuoted={setQuote} />}
      {quote?.status === 'pending' && <Book quote={quote} onBooked={setQuote} onBack={() => void cancel(quote.parcel_quote_id)} />}
      {quote?.status === 'booked' && <BookedAndPaid quote={quote} onNext={next} />}
    </Page>
  )
}

export default Counter
