import { type AnalysedInverter, type AnalysisParameter, type InverterAnalysis, paths } from '@helioport/contract'
import { useFormat, useTableTexts } from '@helioport/i18n'
import { Card } from '@helioport/ui'
import { type Column, DataTable } from '@helioport/ui/table'
import { BoxPlot } from './box-plot.tsx'
import styles from './comparison.module.css'
import { curveOf, sharesOf, writeValue } from './parameter.ts'
import { type Box, boxOf } from './spread.ts'
import { useAnalysisText } from './texts.ts'

interface ComparisonProps {
  analysis: InverterAnalysis
  parameter: AnalysisParameter
}

/** Deviation from the median that counts as a finding. */
const behind = -0.05

/** Every inverter: kWh per kWp, its deviation from the median, and the distribution of its values. */
export function Comparison({ analysis, parameter }: ComparisonProps) {
  const text = useAnalysisText()
  const boxes = new Map(analysis.inverters.map((inverter) => [inverter.deviceId, boxOf(valuesOf(inverter, parameter))]))
  const known = [...boxes.values()].filter((box) => box !== null)
  const range = { from: Math.min(...known.map(({ least }) => least)), to: Math.max(...known.map(({ most }) => most)) }
  const columns = useColumns(parameter, boxes, range)
  return (
    <Card
      padding="none"
      title={text('comparison.title')}
      subtitle={text(parameter === 'stringCurrents' ? 'comparison.stringHint' : 'comparison.hint', {
        parameter: text(`parameter.${parameter}`),
      })}
    >
      <DataTable
        label={text('comparison.title')}
        texts={useTableTexts()}
        columns={columns}
        rows={analysis.inverters}
        rowKey={({ deviceId }) => deviceId}
        rowHref={({ memberId, deviceId }) => `#${paths.device('charts', memberId, deviceId)}?date=${analysis.date}`}
        sort={{ key: 'deviation', order: 'asc' }}
        empty={null}
      />
    </Card>
  )
}

/** Mean shares of the strings, or the quarter-hours of the day. */
const valuesOf = (inverter: AnalysedInverter, parameter: AnalysisParameter): readonly (number | null)[] =>
  parameter === 'stringCurrents' ? sharesOf(inverter).map(meanOf) : curveOf(inverter, parameter)

function meanOf(shares: readonly (number | null)[]): number | null {
  const known = shares.filter((share) => share !== null)
  return known.length === 0 ? null : known.reduce((sum, share) => sum + share, 0) / known.length
}

function useColumns(
  parameter: AnalysisParameter,
  boxes: ReadonlyMap<string, Box | null>,
  range: { from: number; to: number },
): Column<AnalysedInverter>[] {
  const text = useAnalysisText()
  const format = useFormat()
  const isShare = parameter === 'stringCurrents'
  const write = isShare ? (value: number | null) => format.percent(value, 0) : writeValue(format, parameter)
  const number = (key: 'specificYield' | 'energyKwh' | 'stringDispersion', render: (row: AnalysedInverter) => string) =>
    ({
      key,
      title: text(`column.${key}`),
      align: 'end',
      width: 128,
      sortable: true,
      sortValue: (row) => row[key],
      render,
    }) satisfies Column<AnalysedInverter>
  return [
    {
      key: 'name',
      title: text('column.inverter'),
      width: 200,
      card: 'title',
      sortable: true,
      sortValue: ({ name }) => name,
      render: ({ name }) => name,
    },
    // On a phone the card shows name and deviation, then yield and box plot; the rest is behind a tap.
    { ...number('specificYield', (row) => format.quantity(row.specificYield, 'kWh/kWp', 2).text), card: 'line' },
    {
      key: 'deviation',
      title: text('column.deviation'),
      width: 168,
      card: 'aside',
      sortable: true,
      sortValue: ({ deviation }) => deviation,
      render: ({ deviation }) => <Deviation value={deviation} />,
    },
    {
      key: 'box',
      card: 'line',
      title: text(isShare ? 'column.boxOfStrings' : 'column.box'),
      sortable: true,
      sortValue: ({ deviceId }) => boxes.get(deviceId)?.median ?? null,
      render: ({ deviceId }) => <BoxPlot box={boxes.get(deviceId) ?? null} range={range} write={write} />,
    },
    number('stringDispersion', (row) => format.percent(row.stringDispersion)),
    number('energyKwh', (row) => format.energy(row.energyKwh).text),
  ]
}

/** Share that fills one half of the bar. */
const widest = 0.25

function Deviation({ value }: { value: number | null }) {
  const format = useFormat()
  if (value === null) return <>–</>
  const part = (Math.min(Math.abs(value), widest) / widest) * 50
  const sign = value > 0 ? '+' : ''
  return (
    <span className={styles['deviation']} data-behind={value < behind || undefined}>
      <span className={styles['track']}>
        <span
          className={styles['fill']}
          style={{ inlineSize: `${part}%`, insetInlineStart: `${value < 0 ? 50 - part : 50}%` }}
        />
      </span>
      <span className={styles['number']}>{sign + format.percent(value)}</span>
    </span>
  )
}
