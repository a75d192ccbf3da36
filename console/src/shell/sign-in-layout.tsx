// The layout of the sign-in and set-up pages.

import { Box, Group, Stack, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useEffect } from 'react'
import { Hint } from '../components/text.tsx'
import { t } from '../strings.ts'
import { Logo } from './logo.tsx'

export const SignInLayout = ({ title, lead, children }: { title: string; lead: string; children: ReactNode }) => {
  useEffect(() => {
    document.title = `${title} · ${t('shell.product')}`
  }, [title])
  return (
    <Box component="main" maw={400} mx="auto" px="md" pt={{ base: 32, sm: 96 }} pb="xl">
      <Stack gap="lg">
        <Group gap="xs">
          <Logo />
        </Group>
        <div>
          <Title order={1}>{title}</Title>
          <Hint>{lead}</Hint>
        </div>
        <Box className="panel" p="lg">
          {children}
        </Box>
      </Stack>
    </Box>
  )
}
