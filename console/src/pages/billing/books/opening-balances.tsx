// The page for entering opening balances: for one payer in a form, or for many payers from a file.

import { NativeSelect, Select, SimpleGrid, TextInput } from '@mantine/core'
import { useState } from 'react'
import { api, CUSTOMERS, OPENING_BALANCES } from '../../../api.ts'
import { filledIn, SubmitForm, typed } from '../../../components/form.tsx'
import { RecordSelect } from '../../../components/lists/record-select.tsx'
import { Page, Panel } from '../../../components/page.tsx'
import { notifyDone, useBusinessOptions, useRefresh } from '../../../components/queries.ts'
import { FileImport } from '../../../components/records/file-import.tsx'
import { customerOption } from '../../../components/records/options.tsx'
import { useScope } from '../../../scope.tsx'
import { t } from '../../../strings.ts'
import type { OpenedBalance } from '../../../wire.ts'

const TEMPLATE = { customer_id: 'SMP1001', amount: '250000.00', as_of: '2026-10-31', due_date: '2026-10-15', note: 'From the old ledger' }

const WORDS = {
  hint: t('opening.fileHint'),
  checked: (rows: number): string => t('opening.checked', { rows }),
}

const EMPTY = { customer_id: '', amount: '', as_of: '', due_date: '', note: '' }

const OnePayer = () => {
  const { mode, businessId } = useScope()
  const businesses = useBusinessOptions()
  const refresh = useRefresh()
  const [business, setBusiness] = useState<string | null>(businessId ?? null)
  const [kind, setKind] = useState('debt')
  const [values, setValues] = useState(EMPTY)
  const set = (field: keyof typeof EMPTY) => (text: string) => setValues((before) => ({ ...before, [field]: text }))
  const save = async () => {
    const { amount, due_date, ...others } = values
    const isDebt = kind === 'debt'
    const body = { ...filledIn(others), amount: isDebt ? amount : `-${amount}`, ...(isDebt ? filledIn({ due_date }) : {}) }
    const made = await api.send<OpenedBalance>('POST', OPENING_BALANCES, { mode, business, ...body })
    setValues(EMPTY)
    await refresh()
    notifyDone(t('opening.isSaved', { number: made.invoice?.number ?? made.payment?.payment.number ?? '' }))
  }
  return (
    <Panel title={t('opening.one')}>
      <SubmitForm submitLabel={t('opening.save')} onSubmit={save}>
        {(errorOf) => (
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <Select
              label={t('records.business')}
              data={businesses}
              value={business}
              onChange={setBusiness}
              error={errorOf('business')}
              searchable
            />
            <RecordSelect
              label={t('opening.payer')}
              description={t('opening.payerHint')}
              path={CUSTOMERS}
              params={{ mode, business: business ?? '' }}
              optionOf={customerOption}
              error={errorOf('customer_id')}
              value={values.customer_id}
              onPick={set('customer_id')}
            />
            <NativeSelect
              label={t('opening.kind')}
              data={(['debt', 'credit'] as const).map((value) => ({ value, label: t(`opening.${value}`) }))}
              {...typed(kind, setKind)}
            />
            <TextInput label={t('billing.amountLabel')} inputMode="decimal" {...typed(values.amount, set('amount'), errorOf('amount'))} />
            <TextInput type="date" label={t('opening.asOf')} {...typed(values.as_of, set('as_of'), errorOf('as_of'))} />
            {kind === 'debt' && (
              <TextInput
                type="date"
                label={t('opening.due')}
                description={t('opening.dueHint')}
                inputWrapperOrder={['label', 'input', 'description', 'error']}
                {...typed(values.due_date, set('due_date'), errorOf('due_date'))}
              />
            )}
            <TextInput
              label={t('billing.note')}
              description={t('opening.noteHint')}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              {...typed(values.note, set('note'), errorOf('note'))}
            />
          </SimpleGrid>
        )}
      </SubmitForm>
    </Panel>
  )
}

const OpeningBalances = () => (
  <Page title={t('opening.title')} lead={t('opening.lead')} back={{ href: '/invoices', label: t('billing.title') }}>
    <OnePayer />
    <FileImport
      kind="opening_balances"
      path={`${OPENING_BALANCES}/import`}
      template={TEMPLATE}
      fileName="opening-balances.csv"
      title={t('opening.many')}
      words={WORDS}
    />
  </Page>
)

export default OpeningBalances
