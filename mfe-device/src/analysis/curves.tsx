import { useMemo } from 'react'
import type { AnalysisParameter, InverterAnalysis } from '@helioport/contract'
import { useChartTexts, useFormat } from '@helioport/i18n'
import { Card } from '@helioport/ui'
import { type Series, TimeSeriesChart } from '@helioport/ui/chart'
import { curveOf, writeValue } from './parameter.ts'
import { deviationCurve, medianCurve } from './spread.ts'
import { useAnalysisText } from './texts.ts'

/** More colours cannot be told apart. */
const mostColours = 5
const quarterMs = 15 * 60_000

interface CurvesProps {
  analysis: InverterAnalysis
  parameter: AnalysisParameter
}

/** All curves of one parameter, weak inverters in colour and the others grey, and their standard deviation. */
export function Curves({ analysis, parameter }: CurvesProps) {
  const text = useAnalysisText()
  const format = useFormat()
  const texts = useChartTexts(analysis.timeZone)
  const { from, quarters, timeZone, inverters, findings } = analysis
  const name = text(`parameter.${parameter}`)
  const series = useMemo(() => {
    const told = findings.slice(0, mostColours).map(({ deviceId }) => deviceId)
    const curves = inverters.map((inverter) => curveOf(inverter, parameter))
    const all = inverters.map<Series>((inverter, nth) => {
      const color = told.indexOf(inverter.deviceId)
      const look = color < 0 ? { muted: true } : { color }
      return {
        id: inverter.deviceId,
        label: inverter.name,
        unit: 'value',
        kind: 'line',
        values: curves[nth] ?? [],
        fromZero: false,
        ...look,
      }
    })
    const median: Series = {
      id: 'median',
      label: text('curves.median'),
      unit: 'value',
      kind: 'line',
      tone: 'neutral',
      dashed: true,
      values: medianCurve(curves, quarters),
      fromZero: false,
    }
    // Coloured curves are drawn above grey ones.
    return {
      curves: [
        ...all.filter(({ muted }) => muted),
        ...all.filter(({ muted }) => !muted),
        ...(curves.length < 3 ? [] : [median]),
      ],
      apart: deviationCurve(curves, quarters),
    }
  }, [inverters, findings, parameter, quarters, text])
  const write = writeValue(format, parameter)
  const grid = {
    from,
    to: Date.parse(from) + quarters * quarterMs,
    binMinutes: 15,
    timeZone,
    texts,
    formatTime: (instant: number) => format.time(instant, timeZone),
    formatValue: { value: (value: number) => write(value) },
  }
  const of = (what: string) => text('curves.label', { what, date: format.date(analysis.date) })
  return (
    <>
      <Card title={name} subtitle={text(parameter === 'stringCurrents' ? 'curves.stringHint' : 'curves.hint')}>
        <TimeSeriesChart {...grid} label={of(name)} height={320} series={series.curves} />
      </Card>
      {inverters.length > 2 && (
        <Card title={text('curves.apart')} subtitle={text('curves.apartHint')}>
          <TimeSeriesChart
            {...grid}
            label={of(text('curves.apart'))}
            height={180}
            series={[
              {
                id: 'apart',
                label: text('curves.apart'),
                unit: 'value',
                kind: 'area',
                tone: 'neutral',
                values: series.apart,
              },
            ]}
          />
        </Card>
      )}
    </>
  )
}
