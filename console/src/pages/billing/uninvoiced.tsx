// Charges that are not on an invoice yet: a list for a business, grouped by payer, and a list for one customer.

import { Button, Group, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { api, CHARGES, INVOICES } from '../../api.ts'
import type { Column } from '../../components/lists/rows-table.tsx'
import { RowsTable } from '../../components/lists/rows-table.tsx'
import { Panel } from '../../components/page.tsx'
import { notifyDone, notifyError, useRefresh } from '../../components/queries.ts'
import { QueryView } from '../../components/states.tsx'
import { useScope } from '../../scope.tsx'
import { useMayAccount } from '../../session.tsx'
import { t } from '../../strings.ts'
import { Day } from '../../time.tsx'
import type { Charge, CustomerDetail, InvoiceDetail } from '../../wire.ts'
import { CustomerLink, naira, sumOf } from './billing-text.tsx'

const CHARGES_MAX = 500
const CHARGES_PER_PAGE = 100

const COLUMNS: Column<Charge>[] = [
  { key: 'description', title: t('records.description'), render: (row) => row.description },
  { key: 'kind', title: t('billing.kind'), render: (row) => t(`billing.kind_${row.kind}`), isLesser: true },
  { key: 'date', title: t('records.date'), render: (row) => <Day at={row.created_at} />, isLesser: true },
  { key: 'net', title: t('billing.net'), align: 'right', render: (row) => naira(row.net), isLesser: true },
  { key: 'tax', title: t('billing.tax'), align: 'right', render: (row) => naira(row.tax), isLesser: true },
  { key: 'total', title: t('records.total'), align: 'right', render: (row) => naira(row.total) },
]

type PayerChargesProps = { businessId: string; businessName: string; customerId: string | null; charges: readonly Charge[] }

const PayerCharges = ({ businessId, businessName, customerId, charges }: PayerChargesProps) => {
  const { mode } = useScope()
  const mayAccount = useMayAccount()
  const refresh = useRefresh()
  const [, navigate] = useLocation()
  const draft = useMutation({
    mutationFn: () =>
      api.send<InvoiceDetail>('POST', INVOICES, {
        mode,
        business: businessId,
        ...(customerId === null ? {} : { customer_id: customerId }),
      }),
    onError: notifyError,
    onSuccess: async ({ invoice }) => {
      await refresh()
      notifyDone(t('billing.drafted'))
      navigate(`/invoices/${invoice.invoice_id}`)
    },
  })
  return (
    <>
      <Group justify="space-between" px="md" py="xs">
        <Text size="sm" fw={600} component="div">
          {customerId === null ? businessName : <CustomerLink id={customerId} />}
        </Text>
        {mayAccount && (
          <Button size="xs" loading={draft.isPending} onClick={() => draft.mutate()}>
            {t('billing.draftInvoice')}
          </Button>
        )}
      </Group>
      <RowsTable
        rows={charges}
        columns={COLUMNS}
        rowKey={(row) => row.charge_id}
        rowName={(row) => row.description}
        totals={{
          description: <strong>{t('records.total')}</strong>,
          total: <strong>{naira(sumOf(charges.map(({ total }) => total)))}</strong>,
        }}
      />
    </>
  )
}

export const UninvoicedPanel = ({ businessId, businessName }: Pick<PayerChargesProps, 'businessId' | 'businessName'>) => {
  const { mode } = useScope()
  const query = useQuery({
    queryKey: [CHARGES, 'waiting', businessId, mode],
    queryFn: ({ signal }) =>
      api.listAll<Charge>(
        CHARGES,
        { mode, business: businessId, waiting: true, per_page: CHARGES_PER_PAGE },
        { rowsMax: CHARGES_MAX, signal },
      ),
  })
  return (
    <Panel title={t('billing.notInvoiced')} lead={t('billing.waitingLead')} flush>
      <QueryView query={query}>
        {({ items, isCut }) => (
          <>
            {items.length === 0 && (
              <Text size="sm" c="dimmed" px="md" pb="md">
                {t('billing.nothingWaits')}
              </Text>
            )}
            {isCut && (
              <Text size="sm" px="md">
                {t('billing.waitingMore', { count: items.length })}
              </Text>
            )}
            {[...Map.groupBy(items, ({ payer_customer_id: payerId }) => payerId)].map(([customerId, charges]) => (
              <PayerCharges
                key={customerId ?? businessId}
                businessId={businessId}
                businessName={businessName}
                customerId={customerId}
                charges={charges}
              />
            ))}
          </>
        )}
      </QueryView>
    </Panel>
  )
}

export const CustomerUninvoicedPanel = ({ customer }: { customer: CustomerDetail }) => {
  const { parcel_customer_id: id, mode, business } = customer
  const params = { mode, business: business.business_id, customer_id: id, waiting: true, per_page: CHARGES_PER_PAGE }
  const { data } = useQuery({
    queryKey: [CHARGES, 'waiting', params],
    queryFn: ({ signal }) => api.listAll<Charge>(CHARGES, params, { rowsMax: CHARGES_MAX, signal }),
  })
  if (!data || data.items.length === 0) return null
  return (
    <Panel
      title={t('billing.notInvoiced')}
      lead={t('billing.ofCustomer', { amount: naira(sumOf(data.items.map(({ total }) => total))) })}
      flush
    >
      {data.isCut && (
        <Text size="sm" px="md">
          {t('billing.waitingMore', { count: data.items.length })}
        </Text>
      )}
      <RowsTable rows={data.items} columns={COLUMNS} rowKey={(row) => row.charge_id} rowName={(row) => row.description} />
    </Panel>
  )
}
