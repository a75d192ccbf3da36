// The choice of a role, each with its permissions.

import { Radio, Stack } from '@mantine/core'
import { EVERYONE, ROLE_NAMES } from '../../session.tsx'
import type { PlainKey } from '../../strings.ts'
import { t } from '../../strings.ts'
import type { Role } from '../../wire.ts'

const MAY = {
  admin: 'staff.adminMay',
  warehouse: 'staff.warehouseMay',
  support: 'staff.supportMay',
} as const satisfies Record<Role, PlainKey>

type RoleChoiceProps = { role: Role; onChange: (role: Role) => void; error: string | undefined }

export const RoleChoice = ({ role, onChange, error }: RoleChoiceProps) => (
  <Radio.Group label={t('staff.role')} value={role} error={error} onChange={(value) => onChange(value as Role)}>
    <Stack gap="xs" pt={4}>
      {EVERYONE.map((each) => (
        <Radio key={each} value={each} label={t(ROLE_NAMES[each])} description={t(MAY[each])} />
      ))}
    </Stack>
  </Radio.Group>
)
