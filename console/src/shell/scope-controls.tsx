// The mode and business filters that apply to every page.

import { Select } from '@mantine/core'
import { ModeSwitch } from '../components/mode-switch.tsx'
import { useBusinesses } from '../pages/businesses/names.ts'
import { useScope } from '../scope.tsx'
import { t } from '../strings.ts'

const BusinessFilter = () => {
  const { businessId, setBusinessId } = useScope()
  const options = useBusinesses().map(({ business_id: value, name, prefix }) => ({ value, label: `${prefix} · ${name}` }))
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
