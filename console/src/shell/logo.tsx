// The logo.

import { Group, Text } from '@mantine/core'
import { t } from '../strings.ts'

export const Logo = () => (
  <Group gap={8} wrap="nowrap">
    <svg width={26} height={26} viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="7" fill="#0b5563" />
      <path d="M7 10l4 13 5-11 5 11 4-13" fill="none" stroke="#fff" strokeWidth="2.6" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
    <Text fw={650} size="lg">
      {t('shell.product')}
    </Text>
  </Group>
)
