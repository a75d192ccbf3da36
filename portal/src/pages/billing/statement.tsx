// The statement of account for a range of days: on the page, as a PDF file or as a CSV file.

import { useSearchParams } from 'wouter'
import { formatDate, formatMoney } from '../../../../web/format.ts'
import { Button } from '../../components/button.tsx'
import { TextField } from '../../components/field.tsx'
import { Facts, Page, Section } from '../../components/page.tsx'
import { FileButton } from '../../components/records/file-button.tsx'
import { Empty, Loaded } from '../../components/states.tsx'
import { Table } from '../../components/table.tsx'
import { useRead } from '../../scope.tsx'
import { LINE_NAMES, texts } from '../../texts/billing.ts'
import { useTimes } from '../../times.tsx'
import { Amount, BillingTabs } from './billing-parts.tsx'

type Range = { from: string; to: string }

/** The page shows at most this many lines; the CSV file has all of them. */
const LINES_SHOWN_MAX = 500

const DAY_MS = 86_400_000
const isoDay = (atMs: number): string => new Date(atMs).toISOString().slice(0, 'YYYY-MM-DD'.length)
const lastDayBefore = (day: string): string => isoDay(Date.parse(`${day}T00:00:00Z`) - DAY_MS)
const monthOf = (day: string): string => `${day.slice(0, 'YYYY-MM'.length)}-01`

/** The ranges offered as buttons. `today`: the current day in the time zone of the business. */
const rangesOf = (today: string): readonly (Range & { label: string })[] => {
  const endOfLast = lastDayBefore(monthOf(today))
  return [
    { label: texts.thisMonth, from: monthOf(today), to: today },
    { label: texts.lastMonth, from: monthOf(endOfLast), to: endOfLast },
    { label: texts.thisYear, from: `${today.slice(0, 'YYYY'.length)}-01-01`, to: today },
  ]
}

export default () => {
  const [search, setSearch] = useSearchParams()
  const { localText } = useTimes()
  const today = localText(new Date().toISOString()).slice(0, 'YYYY-MM-DD'.length)
  const query = { from: search.get('from') || monthOf(today), to: search.get('to') || today }
  const statement = useRead('getStatement', { query })
  const choose = (range: Range): void => setSearch(range, { replace: true })
  return (
    <Page
      title={texts.statement}
      actions={
        <>
          <FileButton operation="getStatementPdf" given={{ query }} label={texts.pdf} />
          <FileButton operation="getStatementCsv" given={{ query }} label={texts.csv} />
        </>
      }
    >
      <BillingTabs />
      <search className="filters pair">
        <TextField label={texts.from} type="date" value={query.from} onValue={(from) => choose({ ...query, from })} max={query.to} />
        <TextField label={texts.to} type="date" value={query.to} onValue={(to) => choose({ ...query, to })} min={query.from} />
      </search>
      <div className="actions">
        {rangesOf(today).map(({ label, ...range }) => (
          <Button key={label} aria-pressed={range.from === query.from && range.to === query.to} onClick={() => choose(range)}>
            {label}
          </Button>
        ))}
      </div>
      <Loaded query={statement}>
        {({ currency, opening_balance: opening, closing_balance: closing, lines }) => (
          <>
            <Section title={`${formatDate(query.from)} – ${formatDate(query.to)}`}>
              <Facts
                facts={[
                  [texts.opening, formatMoney(opening, currency)],
                  [texts.closing, formatMoney(closing, currency)],
                ]}
              />
            </Section>
            {lines.length === 0 ? (
              <Empty icon="log" title={texts.noLinesTitle}>
                {texts.noLines}
              </Empty>
            ) : (
              <Table
                caption={texts.statementCaption}
                rows={lines.slice(0, LINES_SHOWN_MAX).map((line, at) => ({ ...line, at }))}
                keyOf={({ at }) => String(at)}
                columns={[
                  { head: texts.date, cell: (line) => <span className="whole">{formatDate(line.date)}</span> },
                  {
                    head: texts.what,
                    cell: (line) => (
                      <>
                        {LINE_NAMES[line.type] ?? line.type}
                        <span className="hint block">{line.description}</span>
                      </>
                    ),
                  },
                  { isLesser: true, head: texts.reference, cell: (line) => line.reference },
                  { head: texts.amount, cell: (line) => <Amount amount={line.amount} currency={currency} />, isNumber: true },
                  { head: texts.balanceAfter, cell: (line) => <Amount amount={line.balance} currency={currency} />, isNumber: true },
                ]}
              />
            )}
            {lines.length > LINES_SHOWN_MAX && <p className="hint">{texts.moreLines(LINES_SHOWN_MAX, lines.length)}</p>}
          </>
        )}
      </Loaded>
    </Page>
  )
}
