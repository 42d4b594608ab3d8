import { useState } from 'react'
import type { AnalysisParameter, InverterAnalysis } from '@helioport/contract'
import { useAgeText, useFormat } from '@helioport/i18n'
import { addDays } from '@helioport/time'
import { Button, Card, Empty, Notice, Row, Segmented, Stat, StatRow } from '@helioport/ui'
import { WorkingNote } from '../device/working-note.tsx'
import { Comparison } from './comparison.tsx'
import { Curves } from './curves.tsx'
import { Findings } from './findings.tsx'
import { HeatMap } from './heat-map.tsx'
import { useAnalysisText } from './texts.ts'

interface ResultsProps {
  analysis: InverterAnalysis
  parameters: readonly AnalysisParameter[]
  isToday: boolean
  /** The loggers are asleep: the newest data are old, but none are missing. */
  isNight: boolean
  onDay: (date: string) => void
}

/** The results: figures, findings, comparison, curves and heat map. */
export function Results({ analysis, parameters, isToday, isNight, onDay }: ResultsProps) {
  const text = useAnalysisText()
  const ageText = useAgeText()
  const [wanted, setWanted] = useState<AnalysisParameter>()
  const shown = wanted !== undefined && parameters.includes(wanted) ? wanted : (parameters[0] ?? 'power')
  const { inverters, age } = analysis
  const isLate = isToday && !isNight && (age.state === 'late' || age.state === 'stale')
  if (!hasData(analysis)) {
    return (
      <Card>
        <Empty
          icon="chart"
          title={text('noData')}
          hint={text(isToday ? 'noDataToday' : 'noDataHint')}
          action={<Button onClick={() => onDay(addDays(analysis.date, -1))}>{text('dayBefore')}</Button>}
        />
      </Card>
    )
  }
  const choice = parameters.length > 1 && (
    <Row>
      <Segmented
        label={text('parameters')}
        value={shown}
        options={parameters.map((value) => ({ value, label: text(`parameter.${value}`) }))}
        onChange={setWanted}
      />
    </Row>
  )
  return (
    <>
      {isLate && <Notice tone="warn">{text('late', { age: ageText(age) })}</Notice>}
      <WorkingNote working={analysis.working} />
      {analysis.isKept && <Notice tone="info">{text('kept')}</Notice>}
      {inverters.length < 3 && <Notice tone="info">{text('few')}</Notice>}
      <Figures analysis={analysis} />
      <Findings analysis={analysis} />
      {choice}
      <Comparison analysis={analysis} parameter={shown} />
      <Curves analysis={analysis} parameter={shown} />
      {parameters.includes('stringCurrents') && <HeatMap analysis={analysis} />}
    </>
  )
}

const hasData = ({ inverters }: InverterAnalysis): boolean =>
  inverters.some(({ energyKwh, stringMedianA, curves }) =>
    [energyKwh, ...stringMedianA, ...Object.values(curves).flat()].some((value) => value !== null),
  )

function Figures({ analysis }: { analysis: InverterAnalysis }) {
  const text = useAnalysisText()
  const format = useFormat()
  const { medianYield, dispersion, findings, inverters, currency } = analysis
  const isCompared = medianYield !== null && findings.length === 0
  const lostKwh = isCompared ? 0 : sumKnown(findings.map((finding) => finding.lostKwh))
  const lostIncome = sumKnown(findings.map((finding) => finding.lostIncome))
  const median = format.quantity(medianYield, 'kWh/kWp', 2)
  const lost = format.energy(lostKwh)
  return (
    <StatRow label={text('figures')}>
      <Stat
        size="xl"
        tone="generation"
        label={text('figure.median')}
        value={median.value}
        unit={median.unit}
        raw={medianYield}
        testId="analysis-median"
        note={text('figure.of', { count: inverters.length })}
      />
      <Stat
        label={text('figure.dispersion')}
        value={format.percent(dispersion)}
        note={text('figure.dispersionNote')}
        raw={dispersion}
        testId="analysis-dispersion"
      />
      <Stat
        label={text('figure.behind')}
        value={format.number(findings.length)}
        note={findings.length === 0 ? text('figure.noneBehind') : undefined}
        raw={findings.length}
        testId="analysis-findings"
      />
      <Stat
        label={text('figure.lost')}
        value={lost.value}
        unit={lost.unit}
        note={lostIncome === null ? undefined : format.money(lostIncome, currency)}
        raw={lostKwh}
      />
    </StatRow>
  )
}

function sumKnown(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null)
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0)
}
