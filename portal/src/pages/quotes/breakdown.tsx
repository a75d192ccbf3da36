// How a price is calculated, line by line, so that anyone can recompute it.

import { formatMoney } from '../../../../web/format.ts'
import { Facts } from '../../components/page.tsx'
import { Table } from '../../components/table.tsx'
import { texts } from '../../texts/quotes.ts'
import type { Rate } from '../../wire.ts'

type Breakdown = Rate['breakdown']

/** The total, including tax if the rate has any. */
export const totalOf = ({ rate, currency, breakdown }: Rate): string => formatMoney(breakdown.tax?.total ?? rate, currency)

export const Breakdown = ({ breakdown }: { breakdown: Breakdown }) => {
  const { lines, currency, total, tax, weight, fx, previous } = breakdown
  const isExchanged = lines.some((line) => line.currency !== currency)
  return (
    <div className="stack">
      {weight && (
        <p className="hint">{texts.chargeable(weight.chargeable_weight_kg, weight.actual_weight_kg, weight.volumetric_weight_kg)}</p>
      )}
      <Table
        caption={texts.breakdown}
        rows={lines}
        keyOf={(line) => `${line.kind} ${line.description}`}
        columns={[
          { head: texts.line, cell: (line) => line.description },
          { head: texts.quantityTimes, cell: (line) => `${line.quantity} ${line.unit}`, isNumber: true },
          { head: texts.unitPrice, cell: (line) => formatMoney(line.unit_price, line.currency), isNumber: true },
          { head: texts.amount, cell: (line) => formatMoney(line.amount, currency), isNumber: true },
        ]}
      />
      <Facts
        facts={[
          tax && [texts.net, formatMoney(total, currency)],
          tax && [texts.tax(tax.percent), formatMoney(tax.amount, currency)],
          [texts.total, <strong key="total">{formatMoney(tax?.total ?? total, currency)}</strong>],
          isExchanged && [texts.exchange, texts.fx(fx.base, fx.quote, fx.rate)],
          previous && [texts.previous, formatMoney(previous.total, currency)],
        ]}
      />
    </div>
  )
}

/** Shows the breakdown collapsed, because most people only compare totals. */
export const FoldedBreakdown = ({ breakdown }: { breakdown: Breakdown }) => (
  <details className="fold">
    <summary>{texts.breakdown}</summary>
    <Breakdown breakdown={breakdown} />
  </details>
)
