import { useSearchParams } from 'react-router-dom'
import { apiBasePath, type IvCurve, type IvScanDetail, minIrradianceForVerdict, paths } from '@helioport/contract'
import { useFormat, useText } from '@helioport/i18n'
import {
  Button,
  LinkButton,
  Notice,
  Page,
  PageHeader,
  printPage,
  Stat,
  StatRow,
  urlChoice,
  urlMatch,
  useUrlState,
} from '@helioport/ui'
import type enUS from '../messages/en-US.ts'
import { cellOf } from '../command/cell-heat.ts'
import { CurveCard } from './curve-card.tsx'
import { StringHistory } from './history/string-history.tsx'
import { StringReview } from './string-review.tsx'
import { ScanHistory } from './history/scan-history.tsx'
import { StringTable } from './string-table.tsx'
import { compareFields, useCompared } from './compare/use-compared.ts'
import { stringKey } from './reference.ts'
import styles from './scan.module.css'

export const scanFields = {
  string: urlMatch(/^\d{1,2}-\d{1,2}$/),
  kind: urlChoice(['measured', 'stc']),
  procedure: urlChoice(['2', '1']),
  ...compareFields,
}

interface ScanViewProps {
  scan: IvScanDetail
  back: { href: string; label: string }
}

export function ScanView({ scan, back }: ScanViewProps) {
  const text = useText<typeof enUS>('functions')
  const format = useFormat()
  const [state, change] = useUrlState(scanFields, useSearchParams())
  const { curves, timeZone, scannedAt } = scan
  const shown = curves.find((curve) => stringKey(curve) === state.string) ?? tellingOf(curves)
  const hasStc = curves.some(({ stc }) => stc !== null)
  const compared = useCompared(scan, state, state.procedure)
  const before = compared.isOther ? undefined : compared.scan
  const silences = [...new Set(curves.flatMap(({ silence }) => silence ?? []))]

  return (
    <Page>
      <PageHeader
        back={back}
        title={text('scan.of', { name: scan.deviceName })}
        subtitle={
          <>
            <a href={`#${paths.device('information', scan.memberId, scan.deviceId)}`}>{scan.deviceSerial}</a>
            {' · '}
            <bdi>{scan.stationName}</bdi>
            {' · '}
            {format.dateTime(scannedAt, timeZone)}
            {scan.fileName !== null && ` · ${text('file.of', { file: scan.fileName })}`}
          </>
        }
        actions={
          <>
            <Button kind="text" onClick={printPage}>
              {text('scan.report')}
            </Button>
            <LinkButton kind="text" href={`#${paths.ivFile(scan.deviceId)}`}>
              {text('file.open')}
            </LinkButton>
            <LinkButton icon="download" href={csvOf(scan, state.procedure)}>
              {text('scan.export')}
            </LinkButton>
          </>
        }
      />
      <ScanFigures scan={scan} />
      {silences.map((silence) => (
        <Notice key={silence} tone="info">
          {text(`silence.${silence}`, { irradiance: format.quantity(minIrradianceForVerdict, 'W/m²', 0).text })}
        </Notice>
      ))}
      {!scan.isWhole && <Notice tone="warn">{text('scan.partial')}</Notice>}
      <Basis scan={scan} />
      {shown && (
        <CurveCard
          scan={scan}
          shown={shown}
          kind={hasStc ? state.kind : 'measured'}
          onKind={hasStc ? (kind) => change({ kind }) : undefined}
          compared={compared}
          choice={state}
          onChoice={change}
          procedure={state.procedure}
          onProcedure={(procedure) => change({ procedure })}
        />
      )}
      {shown && <StringHistory scan={scan} shown={shown} kind={hasStc ? state.kind : 'measured'} />}
      {shown && <StringReview key={`${scan.id} ${stringKey(shown)}`} scan={scan} shown={shown} />}
      <StringTable
        scan={scan}
        before={before}
        isBefore={compared.isBefore}
        kind={hasStc ? state.kind : 'measured'}
        shown={shown && stringKey(shown)}
        onShow={(string) => change({ string })}
      />
      <ScanHistory scan={scan} string={shown && stringKey(shown)} />
    </Page>
  )
}

/** The string shown first: one with its own finding rather than a shared one. */
const tellingOf = (curves: readonly IvCurve[]): IvCurve | undefined => {
  const hurt = curves.filter(({ verdict }) => verdict !== null && verdict !== 'healthy')
  return hurt.find(({ verdict }) => verdict !== 'soilingAll') ?? hurt[0] ?? curves[0]
}

/** CSV with the values at STC as shown on the page. */
const csvOf = ({ id }: IvScanDetail, procedure: '1' | '2') =>
  `${apiBasePath}/iv-scans/${id}/curves.csv${procedure === '1' ? '?procedure=1' : ''}`

/** Number of faulty strings, and light and temperature of the scan. */
function ScanFigures({ scan }: { scan: IvScanDetail }) {
  const text = useText<typeof enUS>('functions')
  const format = useFormat()
  const { curves, irradianceWm2, moduleC } = scan
  const cellC = irradianceWm2 === null ? null : cellOf(moduleC, irradianceWm2)
  const judged = curves.filter(({ verdict }) => verdict !== null)
  const hurt = judged.filter(({ verdict }) => verdict !== 'healthy')
  return (
    <StatRow label={text('scan.curves')}>
      <Stat
        size="xl"
        testId="scan-hurt"
        raw={hurt.length}
        label={text('scan.hurt')}
        value={judged.length === 0 ? '–' : `${format.number(hurt.length)}/${format.number(curves.length)}`}
      />
      <Stat
        tone="irradiance"
        label={text('scan.irradiance')}
        testId="scan-irradiance"
        raw={irradianceWm2}
        {...format.quantity(irradianceWm2, 'W/m²', 0)}
      />
      {scan.irradianceBeforeWm2 !== null && scan.irradianceAfterWm2 !== null && (
        <Stat
          tone="irradiance"
          label={text('scan.lightAround')}
          raw={scan.irradianceAfterWm2 - scan.irradianceBeforeWm2}
          value={`${format.number(scan.irradianceBeforeWm2, 0)} → ${format.number(scan.irradianceAfterWm2, 0)}`}
          unit="W/m²"
        />
      )}
      <Stat
        tone="temperature"
        label={text('scan.module')}
        raw={moduleC}
        {...format.quantity(moduleC, '°C', 1)}
        note={cellC !== null && text('scan.cells', { cell: format.quantity(cellC, '°C', 1).text })}
      />
    </StatRow>
  )
}

/** Source of the coefficients for the correction, and a link to name the modules. */
function Basis({ scan }: { scan: IvScanDetail }) {
  const text = useText<typeof enUS>('functions')
  const { module, memberId, deviceId, curves, irradianceWm2, moduleC } = scan
  if (module) {
    const name = `${module.manufacturer} ${module.model}`.trim()
    return <p className={styles['basis']}>{text('scan.datasheet', { module: name })}</p>
  }
  const isLit = irradianceWm2 !== null && moduleC !== null
  const isGuessed = isLit && curves.some(({ figures, stc }) => figures.pmpW !== null && stc === null)
  return (
    <Notice tone="info">
      {text('scan.generalCoefficients')} {isGuessed && `${text('scan.stcUnknown')} `}
      <a href={`#${paths.device('information', memberId, deviceId)}`}>{text('scan.enterModules')}</a>
    </Notice>
  )
}
