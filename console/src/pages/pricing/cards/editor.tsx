// The table editor of a card. It edits cells in place, imports files, and marks and lists mistakes.

import { Button, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { ApiError } from '../../../api.ts'
import { FilePicker, PlainButton, RowButton } from '../../../components/buttons.tsx'
import { saveFile } from '../../../components/lists/table-tools.tsx'
import { Panel, Remark } from '../../../components/page.tsx'
import { notifyDone, notifyError } from '../../../components/queries.ts'
import { Hint } from '../../../components/text.tsx'
import { useSession } from '../../../session.tsx'
import { t } from '../../../strings.ts'
import { unsavedInput } from '../../../unsaved-input.ts'
import type { CardKind } from '../../../wire.ts'
import type { CardViewsHandle } from './card-views.tsx'
import { CardViews } from './card-views.tsx'
import { changeMarks } from './matrix/marks.ts'
import type { Target } from './mistakes.tsx'
import { Mistakes, useValidation } from './mistakes.tsx'
import type { Sheet } from './sheet/sheet.ts'
import { areaAt, boundsOf, csvOf, marksOf, readFile, START } from './sheet/sheet.ts'
import { useSheet } from './sheet/use-sheet.ts'

const FILE_MAX_BYTES = 1024 * 1024
const ACCEPTED = '.csv,.tsv,.txt,text/csv,text/plain'

type EditorProps = {
  initial: Sheet
  /** The version in force. Cells that differ from it are marked. */
  before?: Sheet | null
  kind: CardKind
  target: Target
  fileName: string
  /** Whether the card is new. A new card may be saved without changes, because it may start as a copy of another card. */
  isNew?: boolean
  children?: ReactNode
  onSave: (csv: string) => Promise<unknown>
}

export const Editor = ({ initial, before = null, kind, target, fileName, isNew = false, children, onSave }: EditorProps) => {
  const { staff } = useSession()
  const unsaved = useMemo(() => unsavedInput(staff.staff_id, `card ${fileName}`), [staff.staff_id, fileName])
  const [isRestored, setIsRestored] = useState(() => unsaved.get<Sheet>() !== null)
  const { sheet, change, canUndo, canRedo } = useSheet(unsaved.get<Sheet>() ?? initial)
  const [area, setArea] = useState(START)
  const [isSaving, setIsSaving] = useState(false)
  const views = useRef<CardViewsHandle>(null)
  const check = useValidation(sheet, target)
  const marks = useMemo(
    () => marksOf([...(before ? changeMarks(sheet, before, kind) : []), ...check.marks]),
    [sheet, before, kind, check.marks],
  )
  const initialCsv = useMemo(() => csvOf(initial), [initial])
  const isChanged = isNew || check.csv !== initialCsv
  useEffect(() => {
    if (csvOf(sheet) === initialCsv) unsaved.forget()
    else unsaved.set(sheet)
  }, [sheet, initialCsv, unsaved])
  const startOver = () => {
    change({ type: 'load', sheet: initial })
    setIsRestored(false)
  }

  useEffect(() => {
    if (!isChanged || isSaving) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isChanged, isSaving])

  const upload = async (file: File) => {
    if (file.size > FILE_MAX_BYTES) return notifyError(new ApiError(413, 'PAYLOAD_TOO_LARGE', [t('cards.uploadTooBig')]))
    const read = readFile(await file.text())
    change({ type: 'load', sheet: read })
    setArea(START)
    notifyDone(t('cards.uploaded', { name: file.name, count: read.rows.length }))
  }
  const save = async () => {
    setIsSaving(true)
    await onSave(check.csv).then(unsaved.forget, notifyError)
    setIsSaving(false)
  }
  const addRow = () => {
    const { bottom } = boundsOf(area)
    change({ type: 'insert', below: bottom })
    setArea(areaAt({ row: bottom + 1, column: area.active.column }))
  }
  const removeRows = () => {
    const bounds = boundsOf(area)
    change({ type: 'remove', bounds })
    const left = sheet.rows.length - (bounds.bottom - bounds.top + 1)
    setArea(areaAt({ row: Math.max(0, Math.min(bounds.top, left - 1)), column: area.active.column }))
  }
  return (
    <>
      {isRestored && (
        <Remark title={t('cards.restored')}>
          <RowButton label={t('cards.startOver')} variant="default" onClick={startOver} />
        </Remark>
      )}
      <Panel
        flush
        title={t('cards.rates')}
        actions={
          <>
            <PlainButton label={t('records.undo')} size="xs" disabled={!canUndo} onClick={() => change({ type: 'undo' })} />
            <PlainButton label={t('cards.redo')} size="xs" disabled={!canRedo} onClick={() => change({ type: 'redo' })} />
            <FilePicker label={t('cards.upload')} size="xs" accept={ACCEPTED} onFile={upload} />
            <PlainButton
              label={t('records.downloadCsv')}
              icon="download"
              size="xs"
              onClick={() => saveFile(`${fileName}.csv`, check.csv)}
            />
          </>
        }
      >
        <CardViews
          ref={views}
          sheet={sheet}
          kind={kind}
          marks={marks}
          area={area}
          onArea={setArea}
          change={change}
          fileActions={
            <>
              <PlainButton label={t('cards.addRow')} icon="plus" size="xs" onClick={addRow} />
              <PlainButton label={t('cards.removeRow')} size="xs" onClick={removeRows} />
            </>
          }
        />
      </Panel>
      <Mistakes check={check} columns={sheet.columns} onPick={(row, column) => views.current?.goTo({ row, column })} />
      <Group justify="flex-end">
        {children}
        {!isChanged && <Hint>{t('cards.unchanged')}</Hint>}
        <Button onClick={save} loading={isSaving} disabled={!isChanged || !check.isValid}>
          {t('cards.save')}
        </Button>
      </Group>
    </>
  )
}
