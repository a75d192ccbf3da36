// The tax details of a payer: its tax number, and its withholding rate for each kind of charge.

import { SimpleGrid, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { SERVICE_KINDS } from '../../../../../src/domain/billing/charge-kind.ts'
import { api, BUSINESSES } from '../../../api.ts'
import { PlainButton } from '../../../components/buttons.tsx'
import { filledIn, SaveDialog, typed } from '../../../components/form.tsx'
import { Facts, Panel } from '../../../components/page.tsx'
import { QueryView } from '../../../components/states.tsx'
import { Hint } from '../../../components/text.tsx'
import { useMayAccount } from '../../../session.tsx'
import { t } from '../../../strings.ts'
import type { PayerTax } from '../../../wire.ts'
import type { Account } from '../payer-account.ts'

const pathOf = ({ businessId }: Account): string => `${BUSINESSES}/${businessId}/tax_details`
const payerIn = ({ mode, customerId }: Account) => ({ mode, ...(customerId === null ? {} : { customer_id: customerId }) })

type DialogProps = { account: Account; details: PayerTax; onClose: () => void }

const ChangeDialog = ({ account, details, onClose }: DialogProps) => {
  const [taxNumber, setTaxNumber] = useState(details.tax_number ?? '')
  const [rates, setRates] = useState<Record<string, string>>(() =>
    Object.fromEntries(details.withholding.map(({ kind, percent }) => [kind, percent])),
  )
  const withholding = Object.entries(filledIn(rates)).map(([kind, percent]) => ({ kind, percent }))
  const save = async () => {
    const kept = details.electronic_address === null ? {} : { electronic_address: details.electronic_address }
    await api.send<PayerTax>('PUT', pathOf(account), { ...payerIn(account), ...filledIn({ tax_number: taxNumber }), ...kept, withholding })
    return t('withholding.detailsSaved')
  }
  return (
    <SaveDialog title={t('withholding.change')} submitLabel={t('shell.save')} onSubmit={save} onClose={onClose}>
      {(errorOf) => (
        <>
          <TextInput
            label={t('operator.taxNumber')}
            description={t('withholding.taxNumberHint')}
            {...typed(taxNumber, setTaxNumber, errorOf('tax_number'))}
            data-autofocus
          />
          <Hint>{t('withholding.ratesHint')}</Hint>
          <SimpleGrid cols={2}>
            {SERVICE_KINDS.map((kind) => (
              <TextInput
                key={kind}
                label={t('withholding.rateOf', { kind: t(`billing.kind_${kind}`) })}
                inputMode="decimal"
                autoComplete="off"
                {...typed(
                  rates[kind] ?? '',
                  (text) => setRates((before) => ({ ...before, [kind]: text })),
                  errorOf(`withholding[${withholding.findIndex((rate) => rate.kind === kind)}].percent`),
                )}
              />
            ))}
          </SimpleGrid>
        </>
      )}
    </SaveDialog>
  )
}

export const PayerTaxPanel = ({ account }: { account: Account }) => {
  const mayAccount = useMayAccount()
  const [isOpen, setOpen] = useState(false)
  const query = useQuery({
    queryKey: [BUSINESSES, account.businessId, 'tax_details', account],
    queryFn: ({ signal }) => api.get<PayerTax>(pathOf(account), payerIn(account), signal),
  })
  const actions = mayAccount && query.data && <PlainButton label={t('withholding.change')} size="xs" onClick={() => setOpen(true)} />
  return (
    <Panel title={t('withholding.detailsTitle')} actions={actions}>
      <QueryView query={query}>
        {(details) => (
          <>
            {isOpen && <ChangeDialog account={account} details={details} onClose={() => setOpen(false)} />}
            <Facts
              facts={[
                [t('operator.taxNumber'), details.tax_number ?? t('records.none')],
                [
                  t('withholding.rates'),
                  details.withholding.length === 0
                    ? t('records.none')
                    : details.withholding.map(({ kind, percent }) => `${t(`billing.kind_${kind}`)} ${percent}\u00a0%`).join(', '),
                ],
              ]}
            />
          </>
        )}
      </QueryView>
    </Panel>
  )
}
