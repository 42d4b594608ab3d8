import type { IvCurve, IvScanDetail } from '@helioport/contract'
import { useFormat, useTableTexts, useText } from '@helioport/i18n'
import { Button, Card } from '@helioport/ui'
import { DataTable } from '@helioport/ui/table'
import type enUS from '../messages/en-US.ts'
import { deviationOf } from './deviation.ts'
import { useEvidence } from './evidence.ts'
import { type CurveKind, figuresOf, stringKey } from './reference.ts'
import { VerdictTag } from './verdict-tag.tsx'
import styles from './scan.module.css'

interface StringTableProps {
  scan: IvScanDetail
  before: IvScanDetail | undefined
  kind: CurveKind
  /** Key of the string in the chart. */
  shown: string | undefined
  onShow: (key: string) => void
}

/** Columns of key figures, and of how far the string is from its siblings, its datasheet and its own past. */
function useFigureColumns(curves: readonly IvCurve[], before: IvScanDetail | undefined, kind: CurveKind) {
  const text = useText<typeof enUS>('functions')
  const format = useFormat()
  const figure = (
    key: keyof IvCurve['figures'],
    title: string,
    show: (value: number | null | undefined) => string,
  ) => ({
    key,
    title,
    align: 'end' as const,
    width: 88,
    sortable: true,
    sortValue: (curve: IvCurve) => figuresOf(curve, kind)?.[key] ?? null,
    render: (curve: IvCurve) => <span className={styles['number']}>{show(figuresOf(curve, kind)?.[key])}</span>,
  })
  // Of a module alone a volt is much.
  const volts = (v: number | null | undefined) => format.quantity(v, 'V', v && v < 100 ? 1 : 0).text
  const ohms = (ohm: number | null | undefined) =>
    (ohm && ohm >= 10_000 ? format.quantity(ohm / 1000, 'kΩ', 0) : format.quantity(ohm, 'Ω', 0)).text
  return [
    { ...figure('pmpW', 'Pmp', (watts) => format.power(watts).text), card: 'line' as const },
    figure('iscA', 'Isc', (a) => format.quantity(a, 'A', 2).text),
    figure('vocV', 'Voc', volts),
    figure('impA', 'Imp', (a) => format.quantity(a, 'A', 2).text),
    figure('vmpV', 'Vmp', volts),
    figure('fillFactor', 'FF', (share) => format.percent(share)),
    figure('seriesOhm', 'Rs', (ohm) => format.quantity(ohm, 'Ω', 2).text),
    figure('shuntOhm', 'Rsh', ohms),
    ...(['siblings', 'datasheet', 'past'] as const).map((of) => ({
      key: of,
      title: text(`deviation.${of}`),
      ...(of === 'siblings' && { card: 'line' as const }),
      align: 'end' as const,
      width: 110,
      sortable: true,
      sortValue: (curve: IvCurve) => deviationOf(curve, curves, before)[of],
      render: (curve: IvCurve) => {
        const share = deviationOf(curve, curves, before)[of]
        return <span className={styles['number']}>{share === null ? '–' : format.percent(share)}</span>
      },
    })),
  ]
}

/** Table of key figures and verdicts by string; a click shows the string's curve in the chart. */
export function StringTable({ scan: { curves }, before, kind, shown, onShow }: StringTableProps) {
  const text = useText<typeof enUS>('functions')
  const texts = useTableTexts()
  const format = useFormat()
  const evidence = useEvidence()
  const figureColumns = useFigureColumns(curves, before, kind)

  return (
    <Card title={text('scan.strings')} subtitle={text(`scan.${kind}`)} padding="none">
      <DataTable<IvCurve>
        label={text('scan.strings')}
        texts={texts}
        rows={curves}
        rowKey={stringKey}
        empty={null}
        columns={[
          {
            key: 'string',
            title: text('scan.string'),
            card: 'title',
            width: 170,
            render: (curve) => (
              <Button
                size="s"
                kind={stringKey(curve) === shown ? 'default' : 'text'}
                pressed={stringKey(curve) === shown}
                onClick={() => onShow(stringKey(curve))}
              >
                {text('string', { mppt: curve.mppt, string: curve.string })}
              </Button>
            ),
          },
          {
            key: 'verdict',
            title: text('scan.verdict'),
            card: 'aside',
            width: 190,
            sortable: true,
            sortValue: ({ verdict }) => verdict,
            render: (curve) => (
              <span data-verdict={curve.verdict ?? 'none'}>
                <VerdictTag curve={curve} />
              </span>
            ),
          },
          {
            key: 'confidence',
            title: text('scan.confidence'),
            align: 'end',
            width: 90,
            render: ({ confidence }) => format.percent(confidence, 0),
          },
          ...figureColumns,
          { key: 'evidence', title: text('scan.evidence'), width: 320, render: evidence },
        ]}
      />
    </Card>
  )
}
