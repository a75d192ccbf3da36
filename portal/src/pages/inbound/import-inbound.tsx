// Announces parcels from a CSV file: checked first, good rows taken, wrong ones corrected on the page and sent again.

import { writeCsv } from '../../../../src/domain/values/csv-text.ts'
import { ApiError } from '../../../../web/errors.ts'
import { rowsToMend } from '../../../../web/import-rows.ts'
import { Button, ButtonLink } from '../../components/button.tsx'
import { FileDrop } from '../../components/file-drop.tsx'
import { Page, Section } from '../../components/page.tsx'
import { Alert, errorText } from '../../components/states.tsx'
import { saveFile } from '../../scope.tsx'
import { texts } from '../../texts/inbound.ts'
import { useImport } from './import-rows.ts'
import { WrongRows } from './wrong-rows.tsx'

const TEMPLATE = {
  customer_id: 'SMP1001',
  courier_numbers: 'YT8812345678901',
  courier: 'YTO Express',
  description: 'Phone cases',
  quantity: '20',
  unit_value: '12.50',
  currency: 'CNY',
  hs_code: '392690',
  country_of_origin: 'CN',
  has_battery: 'no',
  has_liquid: 'no',
  transport_mode: 'air',
  note: 'Keep dry',
  client_reference: 'PO-1001',
}

const saveCsv = (name: string, text: string): void => saveFile({ name, blob: new Blob([text], { type: 'text/csv' }) })

const saveTemplate = (): void => saveCsv('announcements.csv', writeCsv([Object.keys(TEMPLATE), Object.values(TEMPLATE)]))

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

const Summary = ({ sheet, ready, wrong }: Pick<Import, 'ready' | 'wrong'> & { sheet: NonNullable<Import['sheet']> }) => (
  <div role="status" className="stack">
    {sheet.taken > 0 && <Alert tone="ok" title={texts.taken(sheet.taken)} />}
    {ready > 0 && <Alert tone="info" title={texts.right(ready)} />}
    {wrong > 0 && (
      <Alert tone="warning" title={texts.wrong(wrong)}>
        {texts.correctHere}
      </Alert>
    )}
  </div>
)

const Checked = ({ state, sheet }: { state: Import; sheet: NonNullable<Import['sheet']> }) => {
  const { ready, wrong, isBusy, error } = state
  const isDone = sheet.rows.length === 0
  return (
    <>
      <Section title={sheet.name} actions={!isBusy && <Button onClick={state.close}>{texts.another}</Button>}>
        {state.progress ? <Working {...state.progress} /> : <Summary sheet={sheet} ready={ready} wrong={wrong} />}
        {error && <Failed error={error} />}
        {isDone ? (
          <div className="actions">
            <ButtonLink href="/inbound" look="primary">
              {texts.toList}
            </ButtonLink>
          </div>
        ) : (
          <div className="actions">
            <Button look="primary" isBusy={isBusy} onClick={state.announce}>
              {ready > 0 ? texts.send(ready) : texts.sendAgain}
            </Button>
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
      {!isBusy && <WrongRows header={sheet.header} rows={sheet.rows} onChange={state.change} onLeaveOut={state.leaveOut} />}
    </>
  )
}

const Choose = ({ state }: { state: Import }) => (
  <Section
    title={texts.drop}
    actions={
      <Button icon="download" onClick={saveTemplate}>
        {texts.template}
      </Button>
    }
  >
    <p className="hint">{texts.templateText}</p>
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

export default () => {
  const state = useImport()
  const { sheet } = state
  return (
    <Page title={texts.importTitle} lead={texts.importLead} back={{ href: '/inbound', label: texts.title }}>
      {sheet === null || sheet.wrong.length > 0 ? <Choose state={state} /> : <Checked state={state} sheet={sheet} />}
    </Page>
  )
}
