// State of the receiving page: current parcel, typed fields, last result.

import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { ApiError, isSiteRefusal, RECEIPTS } from '../../api.ts'
import { notifyFailure } from '../../components/queries.ts'
import { errorText } from '../../components/states.tsx'
import { isConnected } from '../../queue/connection.ts'
import type { Outcome } from '../../queue/sender.ts'
import { sendOrQueue } from '../../queue/sender.ts'
import { useScope } from '../../scope.tsx'
import { SESSION_KEY, useSession } from '../../session.tsx'
import { useScanFocus } from '../../shell/scan-context.tsx'
import { useWorkSite } from '../../shell/work-site.tsx'
import { t } from '../../strings.ts'
import type { Times } from '../../time.tsx'
import { useTimes } from '../../time.tsx'
import { unsavedInput } from '../../unsaved-input.ts'
import type { Received } from '../../wire.ts'
import { previewOf, priceWarnings, warningsFor } from './price-preview.tsx'
import type { Problem } from './problem.ts'
import { confirmationProblem, problemFromError, stateProblem } from './problem.ts'
import type { Fields, Target } from './target.ts'
import { BLANK, expectedPieces, mistakesIn, NUMBERS, requestOf, titleOf } from './target.ts'

/** Some scanners send Enter twice. A second Enter within this time after a scan is ignored if no weight or volume was typed. */
const SCANNER_ECHO_MS = 300

/** A preview that was fetched while the user typed is reused for this long. */
const PREVIEW_FRESH_MS = 10_000

/** The last receipt, to be shown, undone or printed. */
export type Done = { title: string; text: string; received: Received | null; entryId: string | null }

type Draft = { target: Target; fields: Fields; photo: Blob | null }

const hasTyped = ({ weight, volume, length, width, height, note }: Fields, photo: Blob | null): boolean =>
  photo !== null || [weight, volume, length, width, height, note].some((text) => text.trim() !== '')

const startOf = (target: Target, times: Times): Fields => ({
  ...BLANK,
  pieces: target.kind === 'package' && stateProblem(target.parcel, times) === null ? String(expectedPieces(target.parcel)) : '',
  labelText: target.kind === 'unidentified' ? target.code : '',
  travel: target.kind === 'inbound' ? (target.inbound.transport_mode ?? '') : '',
})

const doneText = (title: string, { receipt, package: parcel }: Received): string =>
  parcel.pieces_complete
    ? t('receive.received', { title })
    : t('receive.receivedPart', { pieces: receipt.pieces, quantity: parcel.quantity, title })

const doneFrom = (target: Target, outcome: Outcome<Received>): Done => {
  const title = titleOf(target)
  if (outcome.kind === 'queued') return { title, text: t('receive.kept', { title }), received: null, entryId: outcome.id }
  if (target.kind === 'unidentified') return { title, text: t('receive.takenIn', { title }), received: null, entryId: null }
  const number = outcome.answer.package.parcel_number
  return { title: number, text: doneText(number, outcome.answer), received: outcome.answer, entryId: null }
}

export const useReceiving = (onDone: (done: Done) => void) => {
  const client = useQueryClient()
  const { staff } = useSession()
  const { mode } = useScope()
  const { site } = useWorkSite()
  const times = useTimes()
  const focusScan = useScanFocus()
  const [draft] = useState(() => unsavedInput(staff.staff_id, 'receipt'))
  const [before] = useState(() => draft.get<Draft>())
  const [target, setTarget] = useState<Target | null>(before?.target ?? null)
  const [fields, setFields] = useState(before?.fields ?? BLANK)
  const [photo, setPhoto] = useState<Blob | null>(before?.photo ?? null)
  useEffect(() => {
    if (target !== null && hasTyped(fields, photo)) draft.set({ target, fields, photo } satisfies Draft)
    else draft.forget()
  }, [draft, target, fields, photo])
  const [problem, setProblem] = useState<Problem | null>(null)
  const [done, setDone] = useState<Done | null>(null)
  const [isSaving, setIsSaving] = useState(false)
  const saving = useRef<Promise<void> | null>(null)
  const loadedAt = useRef(0)
  /** The title of an unsaved parcel. It is in a ref, because the next scan may come before the next render. */
  const unsaved = useRef<string | null>(null)
  unsaved.current = target && problem?.kind !== 'conflict' && `${fields.weight}${fields.volume}`.trim() !== '' ? titleOf(target) : null

  const load = useCallback(
    (next: Target) => {
      loadedAt.current = performance.now()
      setTarget(next)
      setFields(startOf(next, times))
      setPhoto(null)
      setProblem(next.kind === 'package' ? stateProblem(next.parcel, times) : null)
    },
    [times],
  )

  const clear = useCallback(() => {
    unsaved.current = null
    setTarget(null)
    setFields(BLANK)
    setPhoto(null)
    setProblem(null)
    focusScan()
  }, [focusScan])

  const change = useCallback((changes: Partial<Fields>) => {
    setFields((before) => ({ ...before, ...changes }))
    setProblem(null)
  }, [])

  /** Returns warnings about the price. If the preview fails, returns no warnings, because saving the receipt reports the error. */
  const checkPrice = async (current: Target): Promise<string[]> => {
    if (current.kind !== 'package' || current.isFromCache || !isConnected()) return []
    const text = JSON.stringify(requestOf(current, { ...fields, note: '' }, mode, site).body)
    const preview = await client.fetchQuery({ ...previewOf(current.code, text), staleTime: PREVIEW_FRESH_MS }).catch(() => null)
    return priceWarnings(preview?.price ?? null)
  }

  const send = async (current: Target): Promise<void> => {
    const { path, body } = requestOf(current, fields, mode, site)
    const sent = problem?.kind === 'confirm' && problem.isForServer ? { ...body, confirm: true } : body
    try {
      const warnings = problem?.kind === 'confirm' ? [] : await checkPrice(current)
      if (warnings.length > 0) return setProblem(await confirmationProblem(warnings, path, body))
      const parcel = { path, body: sent, title: titleOf(current), site: site?.code ?? null, staffId: staff.staff_id }
      const outcome = await sendOrQueue<Received>(parcel, photo)
      const next = doneFrom(current, outcome)
      setDone(next)
      clear()
      onDone(next)
      if (outcome.kind === 'done' && outcome.photoError) notifyFailure(t('receive.photoFailed', { reason: errorText(outcome.photoError) }))
      if (outcome.kind === 'done') void client.invalidateQueries({ queryKey: [RECEIPTS] })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const found = problemFromError(error)
      // The server refused the site, so the user's sites have probably changed. The session is read again to get the current sites.
      if (isSiteRefusal(error)) void client.invalidateQueries({ queryKey: SESSION_KEY })
      setProblem(found)
      if (found.kind === 'conflict') unsaved.current = null
    }
  }

  /** Fields into which the scanner typed this parcel's code a second time. */
  const echoes = (current: Target) => NUMBERS.filter((name) => fields[name].trim().toUpperCase() === current.code.toUpperCase())

  const save = (): void => {
    if (!target || saving.current || problem?.kind === 'conflict') return
    const echoed = echoes(target)
    if (echoed.length > 0) {
      change(Object.fromEntries(echoed.map((name) => [name, ''])))
      return
    }
    const errors = mistakesIn(fields)
    if (Object.keys(errors).length > 0) {
      setProblem({ kind: 'fields', errors })
      return
    }
    if (problem?.kind !== 'confirm') {
      const isEcho = `${fields.weight}${fields.volume}`.trim() === '' && performance.now() - loadedAt.current < SCANNER_ECHO_MS
      const warnings = warningsFor(target, fields)
      if (warnings.length > 0 && !isEcho) setProblem({ kind: 'confirm', messages: warnings, isForServer: false })
      if (warnings.length > 0) return
    }
    setIsSaving(true)
    // Focuses the scan box now, because the next code may be scanned before the server answers.
    focusScan()
    saving.current = send(target).finally(() => {
      saving.current = null
      setIsSaving(false)
    })
  }

  return { target, fields, photo, problem, done, isSaving, saving, unsaved, load, clear, change, setPhoto, setDone, save }
}

export type Receiving = ReturnType<typeof useReceiving>
