// The panel for scanning packages one after the other. Shows the last result, signals it by sound, and lists earlier results.

import { Alert, Group, Stack, Text, TextInput, Title, VisuallyHidden } from '@mantine/core'
import type { FormEvent, KeyboardEvent, ReactNode } from 'react'
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { PlainButton } from '../../components/buttons.tsx'
import { typed } from '../../components/form.tsx'
import { Icon } from '../../components/icons.tsx'
import { NextStep } from '../../components/next-step.tsx'
import { signalScan } from '../../components/scan-signal.ts'
import { Hint } from '../../components/text.tsx'
import { useScanHandler } from '../../shell/scan-context.tsx'
import { t } from '../../strings.ts'
import { useTimes } from '../../time.tsx'
import type { Scan, ScanQueue, ScanState } from './scan-queue.ts'

export type ScanTexts = { title: string; lead: string; label: string; names: Readonly<Record<string, string>> }

const INTO_SHIPMENT: ScanTexts = {
  title: t('shipments.scanTitle'),
  lead: t('shipments.scanLead'),
  label: t('shipments.scanLabel'),
  names: {
    attached: t('shipments.attached'),
    warned: t('shipments.warned'),
    already: t('shipments.already'),
    refused: t('records.refused'),
    detached: t('shipments.detached'),
    waiting: t('records.waiting'),
  },
}

const GOOD: readonly Scan['outcome'][] = ['attached', 'placed', 'found']

const shownOutcome = ({ outcome, isWarned }: Scan): string => (isWarned ? 'warned' : outcome)

const messageOf = ({ message, times: count }: Scan): string =>
  count === 1 ? message : `${message} (${t('shipments.scanTimes', { times: count })})`

const ScanField = ({ label, onCode }: { label: string; onCode: (code: string) => void }) => {
  const [code, setCode] = useState('')
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])
  const submit = (event: FormEvent | KeyboardEvent) => {
    event.preventDefault()
    if (code.trim() !== '') onCode(code.trim().toUpperCase())
    setCode('')
  }
  return (
    <form onSubmit={submit}>
      <TextInput
        ref={input}
        size="lg"
        {...typed(code, setCode)}
        // Some scanners end a code with Tab. If the field is empty, Tab moves the focus as usual.
        onKeyDown={(event) => event.key === 'Tab' && !event.shiftKey && code !== '' && submit(event)}
        aria-label={label}
        placeholder={t('shipments.scanPlaceholder')}
        leftSection={<Icon name="scan" />}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        enterKeyHint="send"
      />
    </form>
  )
}

const LastOutcome = ({ scan, texts }: { scan: Scan | undefined; texts: ScanTexts }) => (
  <div className="boarding-outcome" data-outcome={scan ? shownOutcome(scan) : 'none'} role="status" aria-live="assertive">
    {scan ? (
      <>
        <strong>{texts.names[shownOutcome(scan)] ?? scan.outcome}</strong>
        <span>
          <VisuallyHidden>{scan.code}: </VisuallyHidden>
          {messageOf(scan)}
        </span>
      </>
    ) : (
      t('receive.ready')
    )}
  </div>
)

const FailureNote = ({ failure, count, onRetry }: { failure: NonNullable<ScanState['failure']>; count: number; onRetry: () => void }) => (
  <Alert color="orange" role="alert" icon={<Icon name="alert" />}>
    <Group justify="space-between" gap="xs">
      <Text size="sm">{t(failure === 'offline' ? 'shipments.scanOffline' : 'shipments.scanTrouble', { count })}</Text>
      <PlainButton label={t('shipments.scanRetry')} size="compact-sm" onClick={onRetry} />
    </Group>
  </Alert>
)

const LogTime = ({ at }: { at: number }) => {
  const { formatSeconds } = useTimes()
  const iso = new Date(at).toISOString()
  return <time dateTime={iso}>{formatSeconds(iso)}</time>
}

const ScanLog = ({ scans, texts }: { scans: readonly Scan[]; texts: ScanTexts }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
  <ol className="boarding-log" aria-label={t('shipments.scanLog')} tabIndex={0}>
    {scans.map((scan) => (
      <li key={scan.key} data-outcome={shownOutcome(scan)}>
        <Text span size="sm" fw={600}>
          {texts.names[shownOutcome(scan)] ?? scan.outcome}
        </Text>
        <span>
          {!scan.message.includes(scan.code) && (
            <Text span size="sm" ff="monospace">
              {scan.code}{' '}
            </Text>
          )}
          {messageOf(scan)} {scan.refusal !== undefined && <NextStep code={scan.refusal} text={scan.message} />}
        </span>
        <LogTime at={scan.at} />
      </li>
    ))}
  </ol>
)

/** Plays the sound for a scan's result as soon as the server has answered. */
const useSignals = (scan: Scan | undefined): void => {
  const [before] = useState(() => scan?.key ?? 0)
  const { key = 0, outcome = 'waiting', isWarned = false } = scan ?? {}
  useEffect(() => {
    if (key > before && outcome !== 'waiting') signalScan(GOOD.includes(outcome) && !isWarned)
  }, [key, outcome, isWarned, before])
}

/** `children`: content shown beside the last result, for the person who scans. */
type ScanPanelProps = { queue: ScanQueue; texts?: ScanTexts; onCode?: (code: string) => void; children?: ReactNode }

export const ScanPanel = ({ queue, texts = INTO_SHIPMENT, onCode = queue.scan, children }: ScanPanelProps) => {
  const { scans, failure } = useSyncExternalStore(queue.subscribe, queue.state)
  // If no field has the focus, a scan goes to the box in the header, which passes the code to this panel.
  const onHeaderScan = useCallback(
    async (code: string) => {
      onCode(code.toUpperCase())
      return null
    },
    [onCode],
  )
  useScanHandler(onHeaderScan, true)
  useSignals(scans[0])
  const waiting = scans.filter(({ outcome }) => outcome === 'waiting').length
  return (
    <section className="panel">
      <Stack p="md" gap="sm">
        <div>
          <Title order={2}>{texts.title}</Title>
          <Hint>{texts.lead}</Hint>
        </div>
        <ScanField label={texts.label} onCode={onCode} />
        <LastOutcome scan={scans[0]} texts={texts} />
        {children}
        {failure !== null && <FailureNote failure={failure} count={waiting} onRetry={queue.retry} />}
      </Stack>
      {scans.length > 0 && <ScanLog scans={scans} texts={texts} />}
    </section>
  )
}
