// The page of one invoice: the amounts, the lines, the documents, and a button to pay.

import { useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import { formatDate, formatMoney, formatNumber } from '../../../../web/format.ts'
import { Writes } from '../../components/access.tsx'
import { Button } from '../../components/button.tsx'
import { Facts, Page, Section } from '../../components/page.tsx'
import { FileButton } from '../../components/records/file-button.tsx'
import { RecordPage } from '../../components/records/record-page.tsx'
import { Alert } from '../../components/states.tsx'
import { Table } from '../../components/table.tsx'
import { useRecord } from '../../scope.tsx'
import { texts } from '../../texts/billing.ts'
import type { FullInvoice } from '../../wire.ts'
import { Amount, InvoiceMark } from './billing-parts.tsx'
import { PayNow } from './pay-now.tsx'
import { PlayTestPayment } from './test-money.tsx'

type Line = FullInvoice['lines'][number]

const LineText = ({ line }: { line: Line }) => (
  <>
    {line.parcel_id ? (
      <Link href={`/packages/${line.parcel_id}`} className="above">
        {line.description}
      </Link>
    ) : (
      line.description
    )}
    {line.goods && (
      <span className="hint block">
        {[line.goods.parcel_numbers.join(', '), line.goods.route, line.goods.charged].filter(Boolean).join(' · ')}
      </span>
    )}
  </>
)

const Lines = ({ invoice }: { invoice: FullInvoice }) => {
  const money = (pick: (line: Line) => string) => (line: Line) => <Amount amount={pick(line)} currency={invoice.currency} />
  return (
    <Table
      caption={texts.lines}
      rows={invoice.lines}
      keyOf={(line) => line.charge_id}
      columns={[
        { head: texts.description, cell: (line) => <LineText line={line} /> },
        { head: texts.quantity, cell: (line) => formatNumber(line.quantity), isNumber: true },
        { head: texts.price, cell: money((line) => line.unit_price), isNumber: true },
        { head: texts.tax, cell: money((line) => line.tax), isNumber: true },
        { head: texts.total, cell: money((line) => line.total), isNumber: true },
      ]}
    />
  )
}

const CreditNotes = ({ invoice: { invoice_id: id, credit_notes: notes, currency } }: { invoice: FullInvoice }) => (
  <Section title={texts.creditNotes}>
    {notes.map(({ credit_note_id: noteId, number, total, reason, issue_date: date }) => (
      <div key={noteId} className="section-head">
        <span className="grows">
          <strong>{texts.creditNote(number)}</strong> · {formatMoney(total, currency)} · {formatDate(date)}
          <span className="hint block">{reason}</span>
        </span>
        <FileButton operation="getCreditNotePdf" given={{ id, query: { number } }} label={texts.pdf} />
        <FileButton operation="getCreditNoteXml" given={{ id, query: { number } }} label={texts.xml} />
      </div>
    ))}
  </Section>
)

const BACK = { href: '/billing', label: texts.invoices }

const partyText = ({ name, lines }: FullInvoice['seller']): string => [name, ...lines].join(', ')

const Shown = ({ invoice, isWaiting, onPaying }: { invoice: FullInvoice; isWaiting: boolean; onPaying: (isPaying: boolean) => void }) => {
  const [isPaying, setIsPaying] = useState(false)
  const openBefore = useRef<string | null>(null)
  const [hasPaid, setHasPaid] = useState(false)
  const id = invoice.invoice_id
  const isOpen = invoice.status === 'issued' || invoice.status === 'part_paid'
  useEffect(() => {
    if (openBefore.current === null || openBefore.current === invoice.open) return
    openBefore.current = null
    setIsPaying(false)
    setHasPaid(true)
    onPaying(false)
  }, [invoice.open, onPaying])
  const pay = (): void => {
    openBefore.current = invoice.open
    setIsPaying(true)
    onPaying(true)
  }
  const money = (amount: string): string => formatMoney(amount, invoice.currency)
  return (
    <Page
      title={texts.invoice(invoice.number)}
      mark={<InvoiceMark invoice={invoice} />}
      lead={invoice.buyer.name}
      back={BACK}
      actions={
        <>
          {isOpen && (
            <Writes>
              <Button look="primary" icon="cash" onClick={pay}>
                {texts.payNow}
              </Button>
            </Writes>
          )}
          <FileButton operation="getInvoicePdf" given={{ id }} label={texts.pdf} />
          <FileButton operation="getInvoiceCsv" given={{ id }} label={texts.csv} />
          <FileButton operation="getInvoiceXml" given={{ id }} label={texts.xml} />
          {isOpen && <PlayTestPayment invoiceId={id} />}
        </>
      }
    >
      {isPaying && <PayNow invoice={invoice} onClose={() => setIsPaying(false)} />}
      {hasPaid && (
        <div role="status">
          <Alert tone="ok" action={<Link href="/billing/payments">{texts.toReceipts}</Link>}>
            {texts.payDone}
          </Alert>
        </div>
      )}
      {isWaiting && !isPaying && <Alert>{texts.payWait}</Alert>}
      <Section title={texts.sums}>
        <Facts
          facts={[
            [texts.stillOpen, <strong key="open">{money(invoice.open)}</strong>],
            [texts.due, formatDate(invoice.due_date)],
            [texts.issued, formatDate(invoice.issue_date)],
            [texts.net, money(invoice.net)],
            [texts.tax, money(invoice.tax)],
            [texts.total, money(invoice.total)],
            [texts.paid, money(invoice.paid)],
            Number(invoice.credited) !== 0 && [texts.credited, money(invoice.credited)],
            Number(invoice.written_off) !== 0 && [texts.writtenOff, money(invoice.written_off)],
          ]}
        />
      </Section>
      <Lines invoice={invoice} />
      {invoice.credit_notes.length > 0 && <CreditNotes invoice={invoice} />}
      <Section title={texts.parties}>
        <Facts
          isWide
          facts={[
            [texts.seller, partyText(invoice.seller)],
            [texts.buyer, partyText(invoice.buyer)],
          ]}
        />
      </Section>
    </Page>
  )
}

export default () => {
  const [isPaying, setIsPaying] = useState(false)
  const invoice = useRecord('getInvoice', { isRepeated: () => isPaying })
  return (
    <RecordPage query={invoice} back={BACK}>
      {(found) => <Shown invoice={found} isWaiting={isPaying} onPaying={setIsPaying} />}
    </RecordPage>
  )
}
