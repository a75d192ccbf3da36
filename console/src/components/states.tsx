// States of a page without content: loading, empty, failed, offline, forbidden.

import { Anchor, Center, Loader, Stack, Text, Title } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Component, createContext, use, useEffect, useState } from 'react'
import { Link } from 'wouter'
import { ApiError, OFFLINE } from '../api.ts'
import { ROLE_NAMES, SessionContext, useSession } from '../session.tsx'
import { t } from '../strings.ts'
import { LinkButton, PlainButton } from './buttons.tsx'
import type { IconName } from './icons.tsx'
import { Icon } from './icons.tsx'
import { Hint } from './text.tsx'

type MessageProps = { icon: IconName; title: string; children?: ReactNode; action?: ReactNode }

export const InPage = createContext(false)

/** Outside a page the title is an h1, because there is no other heading. */
const Message = ({ icon, title, children, action }: MessageProps) => {
  const isInPage = use(InPage)
  return (
    <Center py="xl" px="md">
      <Stack align="center" gap="xs" maw={420} ta="center">
        <Text component="span" c="dimmed">
          <Icon name={icon} sizePx={30} />
        </Text>
        <Title order={isInPage ? 2 : 1} size="h2">
          {title}
        </Title>
        {children}
        {action}
      </Stack>
    </Center>
  )
}

/** After this time, the user is told that the server has not answered yet. */
const SLOW_MS = 4_000

export const SlowNote = () => {
  const [isSlow, setIsSlow] = useState(false)
  useEffect(() => {
    const timer = window.setTimeout(() => setIsSlow(true), SLOW_MS)
    return () => window.clearTimeout(timer)
  }, [])
  return isSlow && <Text size="sm">{t('shell.slow')}</Text>
}

export const Loading = () => (
  <Stack align="center" gap="xs" py="xl" role="status" aria-label={t('shell.loading')}>
    <Loader size="sm" type="dots" />
    <SlowNote />
  </Stack>
)

export const Empty = ({ icon = 'box', title, text, action }: { icon?: IconName; title: string; text?: string; action?: ReactNode }) => (
  <Message icon={icon} title={title} action={action}>
    {text && <Hint>{text}</Hint>}
  </Message>
)

/** `page`: the URL of the list, without filters. */
export const NoMatch = ({ page }: { page: string }) => (
  <Empty
    icon="search"
    title={t('records.noMatchTitle')}
    text={t('records.noMatch')}
    action={<LinkButton href={page} label={t('records.clearFilters')} />}
  />
)

/** A paused query waits for a network connection. If the query is paused, this component says that the console is offline. */
export const Waiting = ({ query }: { query: { isPaused: boolean } }) =>
  query.isPaused ? <Empty icon="alert" title={t('shell.offlineTitle')} text={t('shell.offline')} /> : <Loading />

export const errorText = (error: unknown): string => {
  if (!(error instanceof ApiError)) return t('shell.errorUnknown')
  return error.code === OFFLINE ? t('shell.errorOffline') : error.message
}

export const requestIdOf = (error: unknown): string | null => (error instanceof ApiError ? error.requestId : null)

/** Signed-in staff get a link to the request log. People who are not signed in see only the request id. */
export const RequestId = ({ error }: { error: unknown }) => {
  const isSignedIn = use(SessionContext) !== null
  const id = requestIdOf(error)
  if (id === null) return null
  const text = t('shell.requestId', { id })
  return (
    <Text c="dimmed" size="xs" ff="monospace">
      {isSignedIn ? (
        <Anchor component={Link} href={`/requests?request_id=${encodeURIComponent(id)}`} inherit>
          {text}
        </Anchor>
      ) : (
        text
      )}
    </Text>
  )
}

type MoreProps = { query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown }; label?: string }

export const MoreButton = ({ query, label = t('records.more') }: MoreProps) =>
  query.hasNextPage && (
    <Center p="sm">
      <PlainButton label={label} size="xs" loading={query.isFetchingNextPage} onClick={() => query.fetchNextPage()} />
    </Center>
  )

export const Forbidden = () => {
  const { role } = useSession()
  return (
    <Message icon="lock" title={t('shell.forbiddenTitle')}>
      <Hint>{t('shell.forbidden', { role: t(ROLE_NAMES[role]) })}</Hint>
    </Message>
  )
}

export const ErrorState = ({ error, onRetry }: { error: unknown; onRetry?: () => void }) => {
  if (error instanceof ApiError && error.code === 'FORBIDDEN') return <Forbidden />
  return (
    <div role="alert">
      <Message icon="alert" title={t('shell.errorTitle')} action={onRetry && <PlainButton label={t('shell.retry')} onClick={onRetry} />}>
        <Hint>{errorText(error)}</Hint>
        <RequestId error={error} />
      </Message>
    </div>
  )
}

export const QueryView = <T,>({ query, children }: { query: UseQueryResult<T>; children: (data: T) => ReactNode }) => {
  if (query.data !== undefined) return children(query.data)
  return query.isError ? <ErrorState error={query.error} onRetry={() => query.refetch()} /> : <Waiting query={query} />
}

export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true }
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children
    const reload = <PlainButton label={t('shell.reload')} onClick={() => window.location.reload()} />
    return <Empty icon="alert" title={t('shell.errorUnknown')} action={reload} />
  }
}
