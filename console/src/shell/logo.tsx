// The logo and name in the header: the operator's, or Waybill's by default.

import { Group, Text } from '@mantine/core'
import { OPERATOR } from '../api.ts'
import { useRead } from '../components/queries.ts'
import { t } from '../strings.ts'
import type { Operator } from '../wire.ts'

/** Names longer than this are shown smaller, on two lines. */
const LONG_NAME_CHARACTERS = 14

export const Logo = ({ name = t('shell.product') }: { name?: string }) => (
  <Group gap={8} wrap="nowrap">
    <svg width={26} height={26} viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="7" fill="#0b5563" />
      <path d="M7 10l4 13 5-11 5 11 4-13" fill="none" stroke="#fff" strokeWidth="2.6" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
    <Text fw={650} lh={1.2} maw={150} lineClamp={2} size={name.length > LONG_NAME_CHARACTERS ? 'sm' : 'lg'}>
      {name}
    </Text>
  </Group>
)

/** Use this only where a user is signed in: the server returns the operator's name and logo only to signed-in users. */
export const OperatorsLogo = () => {
  const { data: operator } = useRead<Operator>(OPERATOR)
  const name = operator?.name ?? t('shell.product')
  return operator?.logo_url ? <img src={operator.logo_url} alt={name} className="header-logo" /> : <Logo name={name} />
}
