// A line chart over time, in the theme's colours.

import 'uplot/dist/uPlot.min.css'
import { useComputedColorScheme, useMantineTheme } from '@mantine/core'
import { useResizeObserver } from '@mantine/hooks'
import { useEffect, useRef } from 'react'
import uPlot from 'uplot'
import { t } from '../strings.ts'
import { useTimes } from '../time.tsx'

const HEIGHT_PX = 220
/** If the chart covers more than this time span, its axis shows days. Otherwise the axis shows times of day. */
const DAYS_FROM_SECONDS = 2 * 24 * 60 * 60

const isoOf = (seconds: number): string => new Date(seconds * 1000).toISOString()

type Line = { label: string; values: readonly (number | null)[]; color?: string }
/** `at`: the time of each value, in epoch seconds. `describe`: a sentence that describes the chart to screen readers. */
type LineChartProps = {
  at: readonly number[]
  lines: readonly Line[]
  describe: string
  heightPx?: number
  format?: (value: number) => string
}

/** Replaces each label that equals the previous label with an empty text. */
const once = (labels: readonly string[]): string[] => labels.map((label, index) => (label === labels[index - 1] ? '' : label))

const LineChart = ({ at, lines, describe, heightPx = HEIGHT_PX, format = String }: LineChartProps) => {
  const scheme = useComputedColorScheme()
  const { colors } = useMantineTheme()
  const times = useTimes()
  const [frame, { width }] = useResizeObserver<HTMLDivElement>()
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!place.current || width === 0 || at.length === 0) return
    const text = scheme === 'dark' ? '#a9b5bb' : '#55626a'
    const grid = { stroke: scheme === 'dark' ? '#2b363b' : '#dde3e6', width: 1 }
    const inks = [
      colors.harbour![scheme === 'dark' ? 4 : 7],
      colors.orange[scheme === 'dark' ? 4 : 8],
      colors.grape[scheme === 'dark' ? 3 : 8],
    ]
    const ticks = at.at(-1)! - at[0]! > DAYS_FROM_SECONDS ? times.formatShortDay : times.formatTime
    const chart = new uPlot(
      {
        width,
        height: heightPx,
        series: [
          {
            label: t('shell.when'),
            value: (_: uPlot, at: number | null) => (at === null ? '' : times.formatMoment(isoOf(at))),
          },
          ...lines.map(({ label, color }, index) => ({
            label,
            stroke: color ?? inks[index % inks.length]!,
            width: 2,
            points: { show: false },
            value: (_: uPlot, value: number | null) => (value === null ? '' : format(value)),
          })),
        ],
        // Days begin at midnight in the page's time zone.
        tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), times.zone),
        axes: [
          { stroke: text, grid, ticks: grid, values: (_, moments) => once(moments.map((moment) => ticks(isoOf(moment)))) },
          { stroke: text, grid, ticks: grid, size: 70, values: (_, values) => once(values.map((value) => format(value))) },
        ],
      },
      [[...at], ...lines.map(({ values }) => [...values])] as uPlot.AlignedData,
      place.current,
    )
    return () => chart.destroy()
  }, [at, lines, width, heightPx, scheme, colors, format, times])
  return (
    <div ref={frame} className="chart" role="img" aria-label={describe}>
      <div ref={place} />
    </div>
  )
}

export default LineChart
