// The search and scan box on every page. It shows results while the user types. Enter, or a scanner's Tab, completes a code.

import './scan-box.css'
import { Text, TextInput, VisuallyHidden } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { KeyboardEvent } from 'react'
import { useCallback, useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { typed } from '../components/form.tsx'
import { Icon } from '../components/icons.tsx'
import { signalScan } from '../components/scan-signal.ts'
import { t } from '../strings.ts'
import { CameraScanner } from './camera/camera-scanner.tsx'
import { KeysDialog } from './keys-dialog.tsx'
import { ScanChoices } from './scan-choices.tsx'
import type { Choice, ScanOutcome } from './scan-context.tsx'
import { useScanning } from './scan-context.tsx'
import { useScanKeys } from './scan-keys.ts'
import { useScanOpener } from './scan-opener.ts'
import { useSearchResults } from './search-results.ts'

/** After this time, the user is told that the server has not answered yet. */
const SLOW_MS = 4_000

/** A code that is read twice within this time counts as one scan. */
const REPEAT_MS = 2_000

let last = { code: '', at: 0 }

const isRepeat = (code: string): boolean => {
  const now = performance.now()
  const isSame = code === last.code && now - last.at < REPEAT_MS
  last = { code, at: now }
  return isSame
}

const SearchStatus = ({ count, text }: { count: number; text: string }) =>
  count === 0 ? t('search.none', { text: text.trim() }) : <VisuallyHidden>{t('search.found', { count })}</VisuallyHidden>

export const ScanBox = () => {
  const [code, setCode] = useState('')
  const [outcome, setOutcome] = useState<ScanOutcome>(null)
  /** The index of the choice picked with the arrow keys; null for the default choice. */
  const [moved, setMoved] = useState<number | null>(null)
  const [hasFocus, setHasFocus] = useState(false)
  /** On pages that handle scans, Ctrl-K turns the box into a search until the box loses focus. */
  const [isSearch, setIsSearch] = useState(false)
  /** Whether Enter was pressed before the results arrived. */
  const [isEntered, setIsEntered] = useState(false)
  const { input, handler, focus, take, isContinuous } = useScanning()
  const open = useScanOpener()
  const [location] = useLocation()
  const found = useSearchResults(code, hasFocus && (isSearch || handler.current === null))
  const choices = outcome?.choices ?? found.choices
  // A choice that stores something is never preselected.
  const picked = moved ?? choices.findIndex(({ isStoring }) => !isStoring)

  useEffect(() => {
    // The scan box takes the focus unless a dialog is open or the page has focused a field.
    if (!document.querySelector('[role="dialog"], #content input:focus')) focus()
  }, [focus])
  useEffect(() => {
    if (location) setOutcome(null)
  }, [location])

  take.current = async (taken) => {
    setMoved(null)
    setOutcome(null)
    const slow = window.setTimeout(() => setOutcome({ message: t('shell.slow'), isError: true }), SLOW_MS)
    try {
      const result = await (handler.current ?? open)(taken)
      setOutcome(result)
      if (!isContinuous.current) signalScan(!result?.isError)
    } finally {
      window.clearTimeout(slow)
    }
  }
  const submit = () => {
    const taken = code.trim()
    setCode('')
    if (taken === '') return
    if (isRepeat(taken.toUpperCase())) setOutcome((before) => before ?? { message: t('scan.repeated', { code: taken }) })
    else take.current(taken)
  }
  const pick = ({ pick: follow }: Choice) => {
    setOutcome(null)
    setCode('')
    setMoved(null)
    setIsSearch(false)
    follow()
  }
  const startSearch = useCallback(() => setIsSearch(true), [])
  const [isKeysShown, keysDialog] = useDisclosure(false)
  const isScanned = useScanKeys(input, startSearch, keysDialog.open)
  useEffect(() => {
    if (!isEntered || found.isPending) return
    setIsEntered(false)
    const choice = choices[picked]
    if (choice && found.isCurrent) pick(choice)
    else submit()
  })
  const type = (text: string) => {
    setIsEntered(false)
    setCode(text)
    setMoved(null)
    setOutcome(null)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const isTab = event.key === 'Tab' && !event.shiftKey && code !== '' && isScanned(code)
    if (event.key === 'Enter' || isTab) {
      event.preventDefault()
      const choice = choices[picked]
      // After a scanned code, Enter looks up the code. After typed text, Enter waits for the results and picks the selected result.
      if (!isTab && found.isPending && moved === null && outcome === null && !isScanned(code)) return setIsEntered(true)
      const isMeant = code.trim() === '' || moved !== null || (found.isCurrent && outcome === null && !isScanned(code))
      return choice && isMeant && !isTab ? pick(choice) : submit()
    }
    if (event.key === 'Escape' && (outcome || code !== '')) {
      event.stopPropagation()
      return type('')
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined || choices.length === 0) return
    event.preventDefault()
    setMoved((picked + step + choices.length) % choices.length)
  }
  return (
    <search className="scan">
      {isKeysShown && <KeysDialog onClose={keysDialog.close} />}
      <TextInput
        ref={input}
        {...typed(code, type)}
        onKeyDown={onKeyDown}
        onFocus={() => setHasFocus(true)}
        onBlur={() => {
          setHasFocus(false)
          setIsSearch(false)
        }}
        aria-label={t('shell.scan')}
        placeholder={t('shell.scan')}
        title={t('shell.scanHint')}
        leftSection={<Icon name="scan" />}
        rightSection={<kbd className="scan-key">Ctrl K</kbd>}
        rightSectionWidth={64}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        {...(choices.length > 0
          ? {
              role: 'combobox',
              'aria-expanded': true,
              'aria-controls': 'scan-choices',
              ...(picked < 0 ? {} : { 'aria-activedescendant': `scan-choice-${picked}` }),
            }
          : {})}
      />
      <CameraScanner />
      <div className="scan-outcome" hidden={outcome === null && choices.length === 0 && !found.isCurrent}>
        <Text
          size="sm"
          px="sm"
          py={outcome || choices.length === 0 ? 'xs' : 0}
          fw={550}
          {...(outcome?.isError ? { c: 'var(--mantine-color-error)' } : {})}
          role="status"
        >
          {outcome ? outcome.message : found.isCurrent && <SearchStatus count={choices.length} text={code} />}
        </Text>
        <ScanChoices choices={choices} picked={picked} onPick={pick} />
      </div>
    </search>
  )
}
