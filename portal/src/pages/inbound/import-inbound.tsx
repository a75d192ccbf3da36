// Announces parcels from a CSV file. The file is checked, good rows are imported, and bad rows are corrected on the page and sent again.

import { writeCsv } from '../../../../src/domain/values/csv-text.ts'
import { announcementTemplate } from '../../../../web/announcement-template.ts'
import { ApiError } from '../../../../web/errors.ts'
import { rowsToMend } from '../../../../web/import-rows.ts'
import { Button, ButtonLink } from '../../components/button.tsx'
import { FileDrop } from '../../components/file-drop.tsx'
import { Page, Section } from '../../components/page.tsx'
import { Alert, errorText } from '../../components/states.tsx'
import { saveFile, useList, usePlace } from '../../scope.tsx'
import { texts } from '../../texts/inbound.ts'
import { useImport } from './import-rows.ts'
import { WrongRows } from './wrong-rows.tsx'

const saveCsv = (name: string, text: string): void => saveFile({ name, blob: new Blob([text], { type: 'text/csv' }) })

const saveTemplate = (customerId: string): void => {
  const template = announcementTemplate(customerId)
  saveCsv('announcements.csv', writeCsv([Object.keys(template), Object.values(template)]))
}

const Working = ({ done, total, isDryRun }: { done: number; total: number; isDryRun: boolean }) => (
  <div className="stack" role="status">
    <strong>{isDryRun ? texts.checking : texts.sending}</strong>
    <progress max={total} value={done} aria-label={isDryRun ? texts.checking : texts.sending} />
    <span className="hint">{texts.rowsDone(done, total)}</span>
  </div>
)

const Failed = ({ error }: { error: Error }) => (
  <Alert tone="danger" requestId={error instanceof ApiError ? error.requestId : null}>
    {errorText(error)} {texts.uncertain}
  </Alert>
)

type Import = ReturnType<typeof useImport>

type SheetProps = { state: Import; sheet: NonNullable<Import['sheet']> }

const Summary = ({ sheet, state: { right, changed, wrong } }: SheetProps) => (
  <div role="status" className="stack">
    {sheet.taken > 0 && <Alert tone="ok" title={texts.taken(sheet.taken)} />}
    {right > 0 && <Alert tone="ok" title={texts.right(right)} />}
    {changed > 0 && <Alert title={texts.changedRows(changed)}>{texts.checkedAgain}</Alert>}
    {wrong > 0 && (
      <Alert tone="warning" title={texts.wrong(wrong)}>
        {texts.correctHere}
      </Alert>
    )}
  </div>
)

const Announce = ({ state: { ready, isBusy, announce } }: Pick<SheetProps, 'state'>) => (
  <Button look="primary" isBusy={isBusy} onClick={announce}>
    {ready > 0 ? texts.send(ready) : texts.sendAgain}
  </Button>
)

const Checked = ({ state, sheet }: SheetProps) => {
  const { wrong, isBusy, error } = state
  const isDone = sheet.rows.length === 0
  return (
    <>
      <Section title={sheet.name} actions={!isBusy && <Button onClick={state.close}>{texts.another}</Button>}>
        {state.progress ? <Working {...state.progress} /> : <Summary sheet={sheet} state={state} />}
        {error && <Failed error={error} />}
        {isDone ? (
          <div className="actions">
            <ButtonLink href="/inbound" look="primary">
              {texts.toList}
            </ButtonLink>
          </div>
        ) : (
          <div className="actions">
            <Announce state={state} />
            {wrong > 0 && (
              <Button
                icon="download"
                disabled={isBusy}
                onClick={() =>
                  saveCsv(
                    'to-correct.csv',
                    rowsToMend(
                      { header: sheet.header, rows: [...sheet.rows], wrong: [] },
                      sheet.rows.flatMap(({ mistakes }) => mistakes),
                    ),
                  )
                }
              >
                {texts.saveWrong}
              </Button>
            )}
          </div>
        )}
      </Section>
      {!isBusy && (
        <WrongRows header={sheet.header} rows={sheet.rows} onChange={state.change} onLeaveOut={state.leaveOut}>
          <div className="actions">
            <Announce state={state} />
          </div>
        </WrongRows>
      )}
    </>
  )
}

const Choose = ({ state }: { state: Import }) => {
  const { business } = usePlace()
  const { data: customers } = useList('listCustomers', { per_page: 1 })
  const customerId = customers?.items[0]?.address_suffix ?? `${business.prefix}1001`
  return (
    <Section
      title={texts.drop}
      actions={
        <Button icon="download" onClick={() => saveTemplate(customerId)}>
          {texts.template}
        </Button>
      }
    >
      <p className="hint">{texts.templateText(customerId)}</p>
      {state.sheet && state.sheet.wrong.length > 0 && (
        <Alert tone="danger" title={texts.wrongFile}>
          <ul>
            {state.sheet.wrong.map(({ row, column, message }) => (
              <li key={`${row} ${column} ${message}`}>{`${column} ${message}`}</li>
            ))}
          </ul>
        </Alert>
      )}
      <FileDrop label={texts.drop} hint={texts.dropHint} accept=".csv,text/csv" onFile={(file) => void state.open(file)} />
    </Section>
  )
}

export default () => {
  const state = useImport()
  const { sheet } = state
  return (
    <Page title={texts.importTitle} lead={texts.importLead} back={{ href: '/inbound', label: texts.title }}>
      {sheet === null || sheet.wrong.length > 0 ? <Choose state={state} /> : <Checked state={state} sheet={sheet} />}
    </Page>
  )
}
