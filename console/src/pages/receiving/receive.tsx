// The receiving page: scan, weigh and save parcels. Also shows today's receipts and the offline queue.

import { PlainButton } from '../../components/buttons.tsx'
import { ticked } from '../../components/form.tsx'
import './receive.css'
import { Alert, Group, Stack, Switch, Text } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'wouter'
import { Page } from '../../components/page.tsx'
import { notifyFailure } from '../../components/queries.ts'
import { Empty } from '../../components/states.tsx'
import { formatMoney } from '../../format.ts'
import { useEntries } from '../../queue/entries.ts'
import type { ScanOutcome } from '../../shell/scan-context.tsx'
import { useScanFocus, useScanHandler, useScanning } from '../../shell/scan-context.tsx'
import { t } from '../../strings.ts'
import type { Received } from '../../wire.ts'
import { useCacheExpectedParcels } from './expected-parcels.ts'
import { ParcelForm } from './parcel-form.tsx'
import type { Pieces } from './print-label.ts'
import { printLabels } from './print-label.ts'
import { QueuePanel } from './queue-panel.tsx'
import { Today, useUndo } from './today.tsx'
import type { Done } from './use-receiving.ts'
import { useReceiving } from './use-receiving.ts'
import { useScanned } from './use-scanned.ts'

type DoneNoteProps = { done: Done; isAskingUndo: boolean; onPrint: () => void; onUndo: () => void }

const priceText = ({ received }: Done): string | null => {
  if (!received?.price || received.price.before === received.price.after) return null
  const { before, after, tax, currency } = received.price
  const changed = t('receive.priceChanged', { before: formatMoney(before, currency), after: formatMoney(after, currency) })
  return tax ? t('receive.priceWithTax', { changed, total: formatMoney(tax.total, currency) }) : changed
}

const DoneNote = ({ done, isAskingUndo, onPrint, onUndo }: DoneNoteProps) => {
  const isWarning = isAskingUndo || done.entryId !== null
  const price = priceText(done)
  return (
    <Alert
      {...(isWarning ? { color: 'orange', className: 'note-warn done-note' } : { color: 'harbour', className: 'done-note' })}
      role="status"
      data-testid="done"
    >
      <Group justify="space-between" gap="xs">
        <div>
          <Text size="sm" fw={650} className="done-text">
            {isAskingUndo ? t('receive.undoLast', { title: done.title }) : done.text}
          </Text>
          {price && <Text size="sm">{price}</Text>}
        </div>
        <Group gap="xs">
          {done.received && <PlainButton label={t('receive.print')} icon="print" size="compact-sm" onClick={onPrint} />}
          {(done.received !== null || done.entryId !== null) && (
            <PlainButton label={t('packages.undo')} size="compact-sm" onClick={onUndo} />
          )}
        </Group>
      </Group>
    </Alert>
  )
}

const print = (pieces: Pieces): void => {
  printLabels(pieces).catch(() => notifyFailure(t('receive.labelFailed')))
}

/** The numbers of the pieces in this receipt. The labels of the other pieces are printed when those pieces are received. */
const receivedPieces = ({ receipt, package: { parcel_id: parcelId, pieces_arrived: arrived, quantity } }: Received): Pieces => {
  const to = Math.min(arrived ?? quantity, quantity)
  return { parcelId, from: Math.max(1, to - receipt.pieces + 1), to }
}

/** Reads a code that another page passes in the URL: ?code= to receive a parcel, ?unidentified= to register an unidentified one. */
const useCodesFromUrl = (onUnidentified: (text: string) => void): void => {
  const { take } = useScanning()
  const [params, setParams] = useSearchParams()
  const [code, unidentified] = [params.get('code'), params.get('unidentified')]
  useEffect(() => {
    if (code === null && unidentified === null) return
    setParams({}, { replace: true })
    if (code !== null) take.current(code)
    if (unidentified !== null) onUnidentified(unidentified)
  }, [code, unidentified, setParams, take, onUnidentified])
}

const Receive = () => {
  const [isAutoPrinting, setIsAutoPrinting] = useLocalStorage({ key: 'waybill-auto-print', defaultValue: false })
  const [isAskingUndo, setIsAskingUndo] = useState(false)
  const focusScan = useScanFocus()
  const entries = useEntries()
  const { undoLast } = useUndo()
  useCacheExpectedParcels()
  const onDone = ({ received }: Done) => {
    setIsAskingUndo(false)
    if (isAutoPrinting && received) print(receivedPieces(received))
  }
  const receiving = useReceiving(onDone)
  const { target, done, load, clear, saving, unsaved } = receiving
  const scanned = useScanned(load)

  const onCode = useCallback(
    async (code: string): Promise<ScanOutcome> => {
      await saving.current
      setIsAskingUndo(false)
      if (unsaved.current === null) return scanned(code)
      return {
        message: t('receive.finishFirst', { title: unsaved.current }),
        isError: true,
        choices: [{ key: code, title: t('receive.goOn', { code }), pick: () => void scanned(code) }],
      }
    },
    [saving, unsaved, scanned],
  )
  useScanHandler(onCode)
  const loadUnidentified = useCallback((code: string) => load({ kind: 'unidentified', code }), [load])
  useCodesFromUrl(loadUnidentified)

  const undo = async () => {
    if (!done || (done.received === null && done.entryId === null)) return notifyFailure(t('receive.nothingToUndo'))
    if (!isAskingUndo) return setIsAskingUndo(true)
    setIsAskingUndo(false)
    if (await undoLast(done)) receiving.setDone(null)
    focusScan()
  }
  const printCurrent = () => {
    if (target?.kind === 'package') print({ parcelId: target.parcel.parcel_id, from: 1, to: target.parcel.quantity })
    else if (done?.received) print(receivedPieces(done.received))
  }
  const keys = useRef<Record<string, () => unknown>>({})
  keys.current = { F2: printCurrent, F4: undo, ...(target ? { Escape: clear } : {}) }
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const act = keys.current[event.key]
      if (!act || document.querySelector('[role="dialog"]')) return
      event.preventDefault()
      act()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])

  // Whether the last receipt was queued and has since been sent, refused or removed. The note about the last receipt is then hidden.
  const isSettled = done?.entryId != null && !entries.some(({ id, refusal }) => id === done.entryId && refusal === null)
  const autoPrint = <Switch label={t('receive.autoPrint')} {...ticked(isAutoPrinting, setIsAutoPrinting)} />
  return (
    <Page title={t('receive.title')} lead={t('receive.lead')} actions={autoPrint}>
      <div className="receive">
        <Stack gap="sm">
          {done && !isSettled && <DoneNote done={done} isAskingUndo={isAskingUndo} onPrint={printCurrent} onUndo={undo} />}
          <section className="panel" aria-label={t('receive.parcel')}>
            {target ? (
              <ParcelForm receiving={receiving} target={target} />
            ) : (
              <Empty icon="scan" title={t('receive.ready')} text={t('receive.readyText')} />
            )}
          </section>
          <Text size="xs" c="dimmed" className="narrow-hidden">
            {t('receive.keys')}
          </Text>
        </Stack>
        <Stack gap="sm">
          <QueuePanel />
          <Today onUndone={focusScan} />
        </Stack>
      </div>
    </Page>
  )
}

export default Receive
