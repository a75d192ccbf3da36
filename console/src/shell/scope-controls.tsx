// The mode and business filters that apply to every page.

import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api } from '../api.ts'
import { ModeSwitch } from '../components/mode-switch.tsx'
import { useScope } from '../scope.tsx'
import { t } from '../strings.ts'
import type { Business } from '../wire.ts'

/** Beyond, a business is chosen on its own page. */
const CHOICES_MAX = 500

const BusinessFilter = () => {
  const { businessId, setBusinessId } = useScope()
  const { data } = useQuery({
    queryKey: ['/ops/v1/businesses', 'names'],
    queryFn: ({ signal }) => api.listAll<Business>('/ops/v1/businesses', {}, { rowsMax: CHOICES_MAX, signal }),
  })
  const options = (data?.items ?? []).map(({ business_id: value, name, prefix }) => ({ value, label: `${prefix} · ${name}` }))
  return (
    <Select
      aria-label={t('shell.business')}
      placeholder={t('shell.allBusinesses')}
      data={options}
      value={options.some(({ value }) => value === businessId) ? businessId : null}
      onChange={setBusinessId}
      clearable
      searchable
      clearButtonProps={{ 'aria-label': t('shell.allBusinesses') }}
      w={{ base: '100%', md: 200 }}
    />
  )
}

export const ScopeControls = ({ hasMode }: { hasMode: boolean }) => (
  <>
    <BusinessFilter />
    {hasMode && <ModeSwitch label={t('shell.mode')} />}
  </>
)
