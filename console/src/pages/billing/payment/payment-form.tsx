// The debt of a payer, and the form that takes a payment.

import { Checkbox, Group, Input, SegmentedControl, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { api, CHARGES, INVOICES, PAYMENTS } from '../../../api.ts'
import { useConfirm } from '../../../components/dialogs.tsx'
import { SubmitForm, typed } from '../../../components/form.tsx'
import { Panel } from '../../../components/page.tsx'
import { useIdempotencyKey, useRefresh } from '../../../components/queries.ts'
import { QueryView } from '../../../components/states.tsx'
import { Hint, PageLink } from '../../../components/text.tsx'
import { formatDate } from '../../../format.ts'
import { t } from '../../../strings.ts'
import type { Charge, Invoice, PaymentMethod, TakenPayment } from '../../../wire.ts'
import { koboOf, naira, sumOf } from '../billing-text.tsx'
import type { Payer } from './find-payer.ts'

const INVOICES_MAX = 100
const OPEN_MAX = 1000
const CHARGES_MAX = 500
const CHARGES_PER_PAGE = 100
const METHODS = ['cash', 'transfer', 'card'] as const satisfies PaymentMethod[]
const AMOUNT = /^\d+(?:\.\d{1,2})?$/

/** `invoices`: at most the first INVOICES_MAX. `count`: the number of all open invoices. */
type Owed = { invoices: readonly Invoice[]; count: number; total: string; waiting: string }

const readOwed = async ({ businessId: business, customerId, mode, invoiceIds }: Payer): Promise<Owed> => {
  const [open, charges] = await Promise.all([
    api.listAll<Invoice>(
      INVOICES,
      { mode, business, payer: customerId ?? 'business', open: true, per_page: INVOICES_MAX },
      { rowsMax: OPEN_MAX },
    ),
    api.listAll<Charge>(CHARGES, { mode, business, waiting: true, per_page: CHARGES_PER_PAGE }, { rowsMax: CHARGES_MAX }),
  ])
  const own = charges.items.filter(({ payer_customer_id: payerId }) => payerId === customerId)
  const isMeant = ({ invoice_id: id }: Invoice): boolean => invoiceIds?.includes(id) ?? false
  const meantFirst = (one: Invoice, other: Invoice): number =>
    Number(isMeant(other)) - Number(isMeant(one)) || (one.due_date! < other.due_date! ? -1 : 1)
  return {
    invoices: open.items.toSorted(meantFirst).slice(0, INVOICES_MAX),
    count: open.items.length,
    total: sumOf(open.items.map((invoice) => invoice.open)),
    waiting: sumOf(own.map(({ total }) => total)),
  }
}

type FormProps = { payer: Payer; owed: Owed; onTaken: (taken: TakenPayment) => void }

const OwedForm = ({ payer, owed: { invoices, count, total, waiting }, onTaken }: FormProps) => {
  const confirm = useConfirm()
  const refresh = useRefresh()
  const [picked, setPicked] = useState<readonly string[]>(() =>
    invoices.map(({ invoice_id: id }) => id).filter((id) => payer.invoiceIds?.includes(id) ?? true),
  )
  const [typedAmount, setTypedAmount] = useState<string | null>(null)
  const [method, setMethod] = useState<PaymentMethod>('cash')
  const [reference, setReference] = useState('')
  const due = sumOf(invoices.filter(({ invoice_id: id }) => picked.includes(id)).map(({ open }) => open))
  const amount = typedAmount ?? (picked.length > 0 ? due : '')
  const isAmount = AMOUNT.test(amount.trim())
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.select(), [])
  const keyOf = useIdempotencyKey()
  const take = async () => {
    const isMore = picked.length > 0 && isAmount && koboOf(amount) > koboOf(due)
    const question = {
      title: t('billing.moreTitle'),
      text: t('billing.moreText', { owed: naira(due) }),
      action: t('billing.take', { amount: isAmount ? naira(amount) : '' }),
    }
    if (isMore && !(await confirm(question))) return
    const body = {
      mode: payer.mode,
      business: payer.businessId,
      ...(payer.customerId === null ? {} : { customer_id: payer.customerId }),
      method,
      amount,
      ...(method === 'cash' ? {} : { reference }),
      ...(picked.length > 0 ? { invoices: picked } : {}),
      ...(isMore ? { confirm_overpayment: true } : {}),
    }
    const taken = await api.send<TakenPayment>('POST', PAYMENTS, body, { idempotencyKey: keyOf(body) })
    onTaken(taken)
    void refresh()
  }
  const title =
    koboOf(total) > 0 ? t('billing.owedBy', { name: payer.name, amount: naira(total) }) : t('billing.owesNothing', { name: payer.name })
  return (
    <Panel title={title}>
      <SubmitForm submitLabel={isAmount ? t('billing.take', { amount: naira(amount) }) : t('billing.takePayment')} onSubmit={take}>
        {(errorOf) => (
          <>
            {koboOf(waiting) > 0 && (
              <Text size="sm">
                {t('billing.waits', { amount: naira(waiting) })}{' '}
                <PageLink href={`/businesses/${payer.businessId}/account?mode=${payer.mode}`}>{t('billing.openAccount')}</PageLink>
              </Text>
            )}
            {invoices.length > 0 && (
              <Checkbox.Group label={t('billing.pays')} value={[...picked]} onChange={setPicked} error={errorOf('invoices')}>
                <Stack gap="xs" mt={6}>
                  {invoices.map(({ invoice_id: id, number, open, due_date: date }) => (
                    <Checkbox
                      key={id}
                      value={id}
                      label={`${number} · ${t('billing.dueOn', { amount: naira(open), date: formatDate(date!) })}`}
                    />
                  ))}
                </Stack>
              </Checkbox.Group>
            )}
            {count > invoices.length && <Hint>{t('billing.oldestShown', { shown: invoices.length, count })}</Hint>}
            {picked.length === 0 && <Hint>{t('billing.noneTicked')}</Hint>}
            <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="xs">
              <TextInput
                ref={field}
                label={t('billing.amountLabel')}
                inputMode="decimal"
                autoComplete="off"
                {...typed(amount, setTypedAmount, errorOf('amount'))}
              />
              <Input.Wrapper label={t('billing.method')} labelElement="div">
                <Group>
                  <SegmentedControl
                    aria-label={t('billing.method')}
                    value={method}
                    onChange={(value) => setMethod(value as PaymentMethod)}
                    data={METHODS.map((value) => ({ value, label: t(`billing.${value}`) }))}
                  />
                </Group>
              </Input.Wrapper>
              {method !== 'cash' && (
                <TextInput
                  label={t('records.reference')}
                  placeholder={t('billing.referenceHint')}
                  autoComplete="off"
                  {...typed(reference, setReference, errorOf('reference'))}
                />
              )}
            </SimpleGrid>
          </>
        )}
      </SubmitForm>
    </Panel>
  )
}

export const PaymentForm = ({ payer, onTaken }: { payer: Payer; onTaken: (taken: TakenPayment) => void }) => {
  const query = useQuery({
    queryKey: [INVOICES, 'owed', payer.businessId, payer.customerId, payer.mode],
    gcTime: 0,
    // The debt is not refetched, because the form would change while it is filled in. The server rejects an outdated payment.
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: () => readOwed(payer),
  })
  return <QueryView query={query}>{(owed) => <OwedForm payer={payer} owed={owed} onTaken={onTaken} />}</QueryView>
}
