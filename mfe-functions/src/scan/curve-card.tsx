import { type ComponentProps, useMemo } from 'react'
import type { IvCurve, IvScanDetail } from '@helioport/contract'
import { useChartTexts, useFormat, useText } from '@helioport/i18n'
import { Card, Segmented } from '@helioport/ui'
import { CurveChart } from '@helioport/ui/chart'
import type enUS from '../messages/en-US.ts'
import { axisEnd, type CurveKind, type Point, pointsOf, referenceOf, stringKey } from './reference.ts'
import { Correction, type Procedure } from './correction.tsx'
import { useEvidence } from './evidence.ts'
import { evidenceLines } from './evidence-lines.ts'
import { CompareBar } from './compare/compare-bar.tsx'
import { type Choice, type Compared, comparedCurve } from './compare/use-compared.ts'
import { VerdictTag } from './verdict-tag.tsx'
import styles from './scan.module.css'

type ShownCurves = ComponentProps<typeof CurveChart>['curves']

interface CurveCardProps {
  scan: IvScanDetail
  shown: IvCurve
  kind: CurveKind
  /** Scan of the comparison curve, and how it was chosen. */
  compared: Compared
  choice: Choice
  onChoice: (change: Partial<Choice>) => void
  procedure: Procedure
  onProcedure: (procedure: Procedure) => void
  /** Undefined: no curve at standard conditions. */
  onKind: ((kind: CurveKind) => void) | undefined
}

/** Chart of one string's curve against the reference of its sound siblings, with the others in grey. */
export function CurveCard(props: CurveCardProps) {
  const { scan, shown, kind, onKind, compared, choice, procedure, onProcedure } = props
  const text = useText<typeof enUS>('functions')
  const chartTexts = useChartTexts(scan.timeZone)
  const format = useFormat()
  const evidence = useEvidence()
  const { curves } = scan
  const name = text('string', { mppt: shown.mppt, string: shown.string })
  const to = useMemo(() => axisEnd(curves, kind), [curves, kind])
  const formats = useMemo(
    () => ({
      x: (v: number) => format.quantity(v, 'V', 0).text,
      value: { current: (a: number) => format.quantity(a, 'A', 2).text },
    }),
    [format],
  )
  const label = text('scan.chart', { string: name })

  return (
    <Card
      title={
        <span className={styles['heading']}>
          {name}
          <VerdictTag curve={shown} />
        </span>
      }
      subtitle={evidence(shown)}
      extra={
        onKind && (
          <Segmented<CurveKind>
            label={text('scan.conditions')}
            value={kind}
            onChange={onKind}
            size="s"
            options={[
              { value: 'measured', label: text('scan.measured') },
              { value: 'stc', label: text('scan.stc') },
            ]}
          />
        )
      }
    >
      <CurveChart
        label={label}
        to={to}
        height={380}
        texts={{ ...chartTexts, time: text('scan.voltage'), timeZone: text('scan.axes') }}
        formatX={formats.x}
        formatValue={formats.value}
        curves={useShownCurves(scan, shown, kind, useGhost(scan, shown, kind, compared, choice.beside))}
      />
      <CompareBar scan={scan} shown={shown} kind={kind} compared={compared} choice={choice} onChoice={props.onChoice} />
      {kind === 'stc' && <Correction procedure={procedure} onProcedure={onProcedure} />}
    </Card>
  )
}

interface Ghost {
  label: string
  points: Point[]
}

/** The comparison curve, labelled by the time of its scan or by its inverter. */
function useGhost(
  scan: IvScanDetail,
  shown: IvCurve,
  kind: CurveKind,
  compared: Compared,
  beside: string,
): Ghost | undefined {
  const text = useText<typeof enUS>('functions')
  const format = useFormat()
  const curve = comparedCurve(compared, shown, beside)
  const points = curve && pointsOf(curve, kind)
  if (!curve || !points || !compared.scan) return undefined
  const { deviceName, scannedAt } = compared.scan
  const { mppt, string } = curve
  if (compared.isOther) return { points, label: `${deviceName} · ${text('string', { mppt, string })}` }
  return { points, label: compared.isBefore ? text('scan.ghost') : format.date(scannedAt, scan.timeZone) }
}

/** Series of the chart: other strings grey, expected curve dashed, shown string, and evidence of the verdict. */
function useShownCurves(
  { curves }: IvScanDetail,
  shown: IvCurve,
  kind: CurveKind,
  ghost: Ghost | undefined,
): ShownCurves {
  const text = useText<typeof enUS>('functions')
  const expected = useMemo(() => expectedOf(curves, shown, kind), [curves, shown, kind])
  const { differs, mark } = useMemo(() => evidenceLines(shown), [shown])
  const others = curves.filter((curve) => stringKey(curve) !== stringKey(shown))
  const line = { unit: 'current', fromZero: true }
  const curveOf = (curve: IvCurve) => ({
    ...line,
    label: text('string', { mppt: curve.mppt, string: curve.string }),
    points: pointsOf(curve, kind) ?? [],
  })
  return [
    ...others.map((curve) => ({ ...curveOf(curve), id: stringKey(curve), muted: true })),
    ...(expected
      ? [
          {
            ...line,
            id: 'reference',
            label: text(expected.label),
            tone: 'irradiance' as const,
            dashed: true,
            points: expected.points,
          },
        ]
      : []),
    ...(ghost
      ? [
          {
            ...line,
            id: 'ghost',
            tone: 'neutral' as const,
            dashed: true,
            ...ghost,
          },
        ]
      : []),
    { ...curveOf(shown), id: 'shown', tone: 'generation' },
    // Evidence refers to the measured curve.
    ...(kind === 'measured' && differs
      ? [{ ...line, id: 'differs', label: text('scan.differs'), tone: 'temperature' as const, points: differs }]
      : []),
    ...(kind === 'measured' && mark
      ? [
          {
            ...line,
            id: 'mark',
            label: text(`scan.mark.${mark.of}`),
            tone: 'reactive' as const,
            dashed: true,
            points: mark.points,
          },
        ]
      : []),
  ]
}

/** The expected curve; at standard conditions, or without one, the sound siblings. */
function expectedOf(curves: readonly IvCurve[], shown: IvCurve, kind: CurveKind) {
  const { expected, evidence } = shown
  if (kind === 'measured' && expected) {
    const points = expected.voltageV.map((x, i) => ({ x, y: expected.currentA[i] ?? 0 }))
    const against = evidence?.against
    const isOther = against === 'datasheet' || against === 'past'
    return { points, label: isOther ? (`scan.expected.${against}` as const) : ('scan.reference' as const) }
  }
  const points = referenceOf(curves, shown, kind)
  return points && { points, label: 'scan.reference' as const }
}
