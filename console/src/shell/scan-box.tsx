// The scan box on every page: Enter or a scanner's Tab ends a code, arrow keys choose among several matches.

import './scan-box.css'
import { Text, TextInput } from '@mantine/core'
import type { KeyboardEvent } from 'react'
import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { typed } from '../components/form.tsx'
import { Icon } from '../components/icons.tsx'
import { t } from '../strings.ts'
import { ScanChoices } from './scan-choices.tsx'
import type { Choice, ScanOutcome } from './scan-context.tsx'
import { useScanning } from './scan-context.tsx'
import { useScanKeys } from './scan-keys.ts'
import { useScanOpener } from './scan-opener.ts'

/** From here on whoever scans is told that the server has not answered. */
const SLOW_MS = 4_000

/** A scanner that reads a label twice does so at once; a person who means it twice takes longer. */
const REPEAT_MS = 2_000

let last = { code: '', at: 0 }

/** Whether this is the same code again, too soon to be meant. */
const isRepeat = (code: string): boolean => {
  const now = performance.now()
  const isSame = code === last.code && now - last.at < REPEAT_MS
  last = { code, at: now }
  return isSame
}

export const ScanBox = () => {
  const [code, setCode] = useState('')
  const [outcome, setOutcome] = useState<ScanOutcome>(null)
  const [picked, setPicked] = useState(0)
  const { input, handler, focus, take } = useScanning()
  const open = useScanOpener()
  const [location] = useLocation()
  const choices = outcome?.choices ?? []

  // On load, and again where another page has come up and wants no other field filled first.
  useEffect(() => {
    setOutcome(null)
    if (location && !document.querySelector('[role="dialog"], #content input:focus')) focus()
  }, [location, focus])

  take.current = async (taken) => {
    setPicked(0)
    setOutcome(null)
    const slow = window.setTimeout(() => setOutcome({ message: t('shell.slow'), isTrouble: true }), SLOW_MS)
    try {
      setOutcome(await (handler.current ?? open)(taken))
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
  const pick = ({ pick }: Choice) => {
    setOutcome(null)
    pick()
  }
  const readsScannerTab = useScanKeys(input)
  const onKeyDown = (event: KeyboardEvent) => {
    const isTab = event.key === 'Tab' && !event.shiftKey && code !== '' && readsScannerTab(code)
    if (event.key === 'Enter' || isTab) {
      event.preventDefault()
      const choice = choices[picked]
      if (code.trim() === '' && choice) return pick(choice)
      return submit()
    }
    if (event.key === 'Escape' && outcome) {
      event.stopPropagation()
      return setOutcome(null)
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined || choices.length === 0) return
    event.preventDefault()
    setPicked((picked + step + choices.length) % choices.length)
  }
  return (
    <search className="scan">
      <TextInput
        ref={input}
        {...typed(code, setCode)}
        onKeyDown={onKeyDown}
        aria-label={t('shell.scan')}
        placeholder={t('shell.scan')}
        title={t('shell.scanHint')}
        leftSection={<Icon name="scan" />}
        rightSection={<kbd className="scan-key">/</kbd>}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        {...(choices.length > 0
          ? { role: 'combobox', 'aria-expanded': true, 'aria-controls': 'scan-choices', 'aria-activedescendant': `scan-choice-${picked}` }
          : {})}
      />
      <div className="scan-outcome" hidden={outcome === null}>
        <Text size="sm" px="sm" py="xs" fw={550} {...(outcome?.isTrouble ? { c: 'var(--mantine-color-error)' } : {})} role="status">
          {outcome?.message}
        </Text>
        <ScanChoices choices={choices} picked={picked} onPick={pick} />
      </div>
    </search>
  )
}
