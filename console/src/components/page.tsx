// Building blocks of the console's pages: page header, panels, lists of names with values, and remarks.

import './records.css'
import { Anchor, Badge, Group, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { createContext, useContext, useEffect } from 'react'
import { OPERATOR } from '../api.ts'
import type { Mode } from '../scope.tsx'
import { t } from '../strings.ts'
import { useTimes } from '../time.tsx'
import type { Operator } from '../wire.ts'
import { Icon } from './icons.tsx'
import { focusFirstRow } from './lists/row-keys.ts'
import { useRead } from './queries.ts'
import { InPage } from './states.tsx'
import { Hint, PageLink } from './text.tsx'

export const DocsContext = createContext<string | null>(null)

/** A link to the documentation. It opens in a new tab, so that unsaved input is not lost. */
const DocsLink = () => {
  const href = useContext(DocsContext)
  if (href === null) return null
  return (
    <Anchor href={href} target="_blank" size="sm" className="no-print">
      {t('shell.docs')}
    </Anchor>
  )
}

type PageProps = { title: string; lead?: ReactNode; back?: { href: string; label: string }; actions?: ReactNode; children: ReactNode }

export const Page = ({ title, lead, back, actions, children }: PageProps) => {
  const { zone } = useTimes()
  const { data: operator } = useRead<Operator>(OPERATOR)
  const brand = operator?.name ?? t('shell.product')
  useEffect(() => {
    document.title = `${title} · ${brand}`
  }, [title, brand])
  return (
    <Stack gap="md" className="page">
      <Group justify="space-between" align="flex-end" gap="sm">
        <Stack gap={2}>
          {back && (
            <PageLink href={back.href}>
              <Group gap={4} wrap="nowrap" component="span">
                <Icon name="left" sizePx={14} />
                {back.label}
              </Group>
            </PageLink>
          )}
          <Group gap="sm" align="baseline" style={{ rowGap: 0 }}>
            <Title order={1} className="page-title">
              {title}
            </Title>
            <button type="button" className="skip-link skip-to-rows" onClick={focusFirstRow}>
              {t('shell.skipToRows')}
            </button>
            <DocsLink />
          </Group>
          {lead && (
            <Text c="dimmed" size="sm" component="div">
              {lead}
            </Text>
          )}
        </Stack>
        {actions && <Group gap="xs">{actions}</Group>}
      </Group>
      <InPage value={true}>{children}</InPage>
      <Hint size="xs">{t('shell.timesIn', { zone })}</Hint>
    </Stack>
  )
}

/** The line below the title of a record: its status, and a badge for records of test mode. */
export const RecordLead = ({ mode, children }: { mode: Mode; children: ReactNode }) => (
  <Group gap={6}>
    {children}
    {mode === 'test' && <Badge variant="default">{t('shell.modeTest')}</Badge>}
  </Group>
)

type PanelProps = { title?: string; lead?: string; actions?: ReactNode; flush?: boolean; children: ReactNode }

/** `flush` removes the padding around the content, for tables. */
export const Panel = ({ title, lead, actions, flush = false, children }: PanelProps) => (
  <section className="panel">
    {(title || actions) && (
      <Group justify="space-between" px="md" pt="sm" pb={flush ? 'xs' : 0} gap="xs">
        <div>
          {title && <Title order={2}>{title}</Title>}
          {lead && <Hint>{lead}</Hint>}
        </div>
        {actions && <Group gap="xs">{actions}</Group>}
      </Group>
    )}
    {flush ? children : <Stack p="md">{children}</Stack>}
  </section>
)

export type Fact = readonly [name: string, value: ReactNode] | false | null

export const Facts = ({ facts }: { facts: readonly Fact[] }) => (
  <dl className="facts">
    {facts
      .filter((fact) => fact !== false && fact !== null)
      .map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
  </dl>
)

export const Remark = ({ title, children }: { title?: string; children?: ReactNode }) => (
  <div className="remark">
    {title && (
      <Text size="sm" fw={600}>
        {title}
      </Text>
    )}
    <Text size="sm" component="div">
      {children}
    </Text>
  </div>
)
