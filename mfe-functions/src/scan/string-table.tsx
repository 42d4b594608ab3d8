import type { IvCurve, IvScanDetail } from '@helioport/contract'
import { useFormat, useTableTexts, useText } from '@helioport/i18n'
import { Button, Card } from '@helioport/ui'
import { type Column, DataTable } from '@helioport/ui/table'
import type enUS from '../messages/en-US.ts'
import { deviationOf } from './deviation.ts'
import { useEvidence } from './evidence.ts'
import { type CurveKind, figuresOf, stringKey } from './reference.ts'
import { VerdictTag } from './verdict-tag.tsx'
import styles from './scan.module.css'

interface StringTableProps {
  scan: IvScanDetail
  /** Scan of the same inverter for comparison. */
  before: IvScanDetail | undefined
  /** The scan is the previous one. */
  isBefore?: boolean
  kind: CurveKind
  /** Key of the string in the chart. */
  shown: string | undefined
  onShow: (key: string) => void
}

/** Hidden by default: only experts need them. */
const onDemand: readonly (keyof IvCurve['figures'])[] = ['seriesOhm', 'shuntOhm']

/** Error of Pmp, as a share, above which the figure is only about right. */
const roughError = 0.01

/** Pmp, at standard conditions with its error. */
function usePeak(kind: CurveKind) {
  const text = useText<typeof enUS>('functions')
  const format = useFormat()
  return (curve: IvCurve) => {
    const watts = figuresOf(curve, kind)?.pmpW
    const power = format.power(watts).text
    const error = kind === 'stc' ? curve.stc?.pmpErrorW : undefined
    if (error === undefined || !watts) return power
    const share = error / watts
    return text(share > roughError ? 'scan.pmpAbout' : 'scan.pmp', { power, error: format.percent(share) })
  }
}

/** Columns of key figures. */
function useFigureColumns(kind: CurveKind): { power: Column<IvCurve>; rest: readonly Column<IvCurve>[] } {
  const format = useFormat()
  const peakOf = usePeak(kind)
  const figure = (
    key: keyof IvCurve['figures'],
    title: string,
    show: (value: number | null | undefined) => string,
  ): Column<IvCurve> => ({
    key,
    title,
    align: 'end',
    width: 92,
    sortable: true,
    startsHidden: onDemand.includes(key),
    sortValue: (curve) => figuresOf(curve, kind)?.[key] ?? null,
    render: (curve) => <span className={styles['number']}>{show(figuresOf(curve, kind)?.[key])}</span>,
  })
  // For a single module a volt matters.
  const volts = (v: number | null | undefined) => format.quantity(v, 'V', v && v < 100 ? 1 : 0).text
  const ohms = (ohm: number | null | undefined) =>
    (ohm && ohm >= 10_000 ? format.quantity(ohm / 1000, 'kΩ', 0) : format.quantity(ohm, 'Ω', 0)).text
  const amperes = (a: number | null | undefined) => format.quantity(a, 'A', 2).text
  return {
    power: {
      ...figure('pmpW', 'Pmp', () => ''),
      card: 'line',
      ...(kind === 'stc' && { width: 176 }),
      render: (curve) => <bdi className={styles['number']}>{peakOf(curve)}</bdi>,
    },
    rest: [
      figure('iscA', 'Isc', amperes),
      figure('vocV', 'Voc', volts),
      figure('impA', 'Imp', amperes),
      figure('vmpV', 'Vmp', volts),
      figure('fillFactor', 'FF', (share) => format.percent(share)),
      figure('seriesOhm', 'Rs', (ohm) => format.quantity(ohm, 'Ω', 2).text),
      figure('shuntOhm', 'Rsh', ohms),
    ],
  }
}

/** Columns of deviations from siblings, datasheet and past; a column without values is left out. */
function useDeviationColumns(
  curves: readonly IvCurve[],
  before: IvScanDetail | undefined,
  isBefore: boolean,
): Column<IvCurve>[] {
  const text = useText<typeof enUS>('functions')
  const format = useFormat()
  const measures = (['siblings', 'datasheet', 'past'] as const).filter((of) =>
    curves.some((curve) => deviationOf(curve, curves, before)[of] !== null),
  )
  return measures.map((of) => ({
    key: of,
    title:
      of === 'past' && before && !isBefore
        ? text('deviation.chosen', { date: format.date(before.scannedAt, before.timeZone) })
        : text(`deviation.${of}`),
    ...(of === 'siblings' && { card: 'line' as const }),
    align: 'end',
    width: 112,
    sortable: true,
    sortValue: (curve) => deviationOf(curve, curves, before)[of],
    render: (curve) => {
      const share = deviationOf(curve, curves, before)[of]
      return <span className={styles['number']}>{share === null ? '–' : format.percent(share)}</span>
    },
  }))
}

/** Figures and verdicts by string; a click shows the string's curve in the chart. */
export function StringTable({ scan: { curves }, before, isBefore = true, kind, shown, onShow }: StringTableProps) {
  const text = useText<typeof enUS>('functions')
  const texts = useTableTexts()
  const evidence = useEvidence()
  const { power, rest } = useFigureColumns(kind)
  const deviations = useDeviationColumns(curves, before, isBefore)

  return (
    <Card title={text('scan.strings')} subtitle={text(`scan.${kind}`)} padding="none">
      <div className={styles['strings']}>
        <DataTable<IvCurve>
          label={text('scan.strings')}
          texts={texts}
          rows={curves}
          rowKey={stringKey}
          storageKey="functions.strings"
          empty={null}
          columns={[
            {
              key: 'string',
              title: text('scan.string'),
              card: 'title',
              width: 156,
              render: (curve) => (
                <Button
                  size="s"
                  kind={stringKey(curve) === shown ? 'default' : 'text'}
                  pressed={stringKey(curve) === shown}
                  onClick={() => onShow(stringKey(curve))}
                >
                  <span className={styles['name']}>{text('string', { mppt: curve.mppt, string: curve.string })}</span>
                </Button>
              ),
            },
            {
              key: 'verdict',
              title: text('scan.verdict'),
              card: 'aside',
              width: 256,
              sortable: true,
              sortValue: ({ verdict }) => verdict,
              render: (curve) => (
                <span className={styles['finding']} data-verdict={curve.verdict ?? 'none'}>
                  <VerdictTag curve={curve} />
                  <span className={styles['why']}>{evidence(curve)}</span>
                </span>
              ),
            },
            power,
            ...deviations,
            ...rest,
          ]}
        />
      </div>
    </Card>
  )
}
