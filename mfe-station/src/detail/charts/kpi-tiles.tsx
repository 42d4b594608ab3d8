import { isAsleep, minIrradianceForRatios, type Station, type StationDay } from '@helioport/contract'
import { useFormat, useText } from '@helioport/i18n'
import { shareOfCapacity, shareText } from '../../station/share.ts'
import { StationAge } from '../../station/station-age.tsx'
import { co2Figure } from '../../station/co2.ts'
import { useStationText } from '../../station/use-station-text.ts'
import { useTabText } from '../tab-texts.ts'
import { notesOf, useFigureNotes } from '../../station/use-figure-notes.ts'
import { FormulaHint } from './formula-hint.tsx'
import { plainFigure, Tile } from './tile.tsx'
import styles from './kpi-tiles.module.css'

interface KpiTilesProps {
  station: Station
  day: StationDay
  isToday: boolean
  /** Epoch ms. */
  now: number
}

/** The figures of a day, each with its age or coverage. */
export function KpiTiles(props: KpiTilesProps) {
  const text = useTabText()
  return (
    <section className={styles.tiles} aria-label={text('kpi.title')}>
      {props.isToday ? <PowerTile {...props} /> : <CoverageTile {...props} />}
      <EnergyTile {...props} />
      <RatioTile {...props} />
      <IncomeTile {...props} />
      <PeakTile {...props} />
      <SunTiles {...props} />
    </section>
  )
}

const hasSensor = ({ irradianceWm2 }: StationDay) => irradianceWm2.some((value) => value !== null)

function PowerTile({ station, now }: KpiTilesProps) {
  const text = useTabText()
  const word = useText('status')
  const format = useFormat()
  const share = shareOfCapacity(station.powerW, station.capacity.inOperationKwp)
  return (
    <Tile
      name="power"
      isLead
      label={text('kpi.power')}
      figure={format.power(station.powerW)}
      raw={station.powerW}
      tone="generation"
      badge={<StationAge station={station} now={now} />}
      isStale={station.age.state === 'stale' && !isAsleep(station, now)}
      note={
        share === null
          ? word(`reason.${station.statusReason}`)
          : text('kpi.ofCapacity', { share: shareText(share, format) })
      }
    />
  )
}

function CoverageTile({ day: { figures } }: KpiTilesProps) {
  const text = useTabText()
  const format = useFormat()
  return (
    <Tile
      name="coverage"
      isLead
      label={text('kpi.coverage')}
      figure={plainFigure(format.percent(figures.coverage, 1))}
      raw={figures.coverage}
      note={text('kpi.coverageNote')}
    />
  )
}

function EnergyTile({ day: { figures, capacity }, isToday }: KpiTilesProps) {
  const text = useTabText()
  const stationText = useStationText()
  const format = useFormat()
  const notes = useFigureNotes()
  const coverage =
    figures.coverage === null
      ? text('kpi.coverageUnknown')
      : figures.coverage >= 0.9995
        ? stationText('kpi.allMeasured')
        : stationText('kpi.coverageOf', { share: format.percent(figures.coverage, 1) })
  return (
    <Tile
      name="energy"
      isLead
      label={text('kpi.energy')}
      figure={format.energy(figures.energyKwh)}
      raw={figures.energyKwh}
      tone="generation"
      note={notesOf(isToday ? text('kpi.soFar') : text('kpi.wholeDay'), coverage, notes.silent(capacity))}
    />
  )
}

function RatioTile({ day }: KpiTilesProps) {
  const text = useTabText()
  const stationText = useStationText()
  const format = useFormat()
  const notes = useFigureNotes()
  const { figures } = day
  const capacityNote = ({ capacity }: StationDay) =>
    text('kpi.capacityNote', { capacity: format.capacity(capacity.inOperationKwp).text })
  const note = () => {
    if (!hasSensor(day)) return text('kpi.noSensor')
    if (figures.performanceRatio === null)
      return text('kpi.prTooDark', { limit: format.quantity(minIrradianceForRatios, 'W/m²', 0).text })
    if (figures.performanceRatioCoverage === null) return text('kpi.coverageUnknown')
    const covered = stationText('kpi.prCoverage', { share: format.percent(figures.performanceRatioCoverage, 1) })
    return notesOf(capacityNote(day), covered, notes.silent(day.capacity))
  }
  return (
    <Tile
      name="pr"
      isLead
      label={
        <>
          {text('kpi.pr')} <FormulaHint />
        </>
      }
      figure={plainFigure(format.percent(figures.performanceRatio, 1))}
      raw={figures.performanceRatio}
      note={note()}
    />
  )
}

function IncomeTile({ station, day: { figures } }: KpiTilesProps) {
  const text = useTabText()
  const format = useFormat()
  return (
    <Tile
      name="income"
      isLead
      label={text('kpi.income')}
      figure={plainFigure(format.money(figures.income, station.currency))}
      raw={figures.income}
      note={
        station.price === null
          ? text('kpi.noIncomeRight')
          : text('kpi.priceNote', { price: format.money(station.price, station.currency) })
      }
    />
  )
}

function PeakTile({ day }: KpiTilesProps) {
  const text = useTabText()
  const format = useFormat()
  const { figures } = day
  // While a device is silent, the peak is that of the reporting devices.
  const peakBin = day.powerW.indexOf(figures.peakPowerW)
  const peakShare = peakBin < 0 ? null : (day.powerCoverage[peakBin] ?? null)
  return (
    <Tile
      name="peak"
      label={text('kpi.peak')}
      figure={format.power(figures.peakPowerW)}
      raw={figures.peakPowerW}
      tone="generation"
      note={
        figures.peakAt === null
          ? undefined
          : peakShare !== null && peakShare < 1
            ? text('kpi.peakOf', { share: format.percent(peakShare, 0) })
            : text('kpi.peakAt', { time: format.time(figures.peakAt, day.timeZone) })
      }
    />
  )
}

/** Energy per kWp, the irradiation, and the avoided CO2. */
function SunTiles({ day }: KpiTilesProps) {
  const text = useTabText()
  const format = useFormat()
  const notes = useFigureNotes()
  const { figures } = day
  return (
    <>
      <Tile
        name="yield"
        label={text('kpi.yield')}
        figure={format.quantity(figures.specificYield, 'kWh/kWp', 2)}
        raw={figures.specificYield}
        note={notesOf(
          text('kpi.capacityNote', { capacity: format.capacity(day.capacity.inOperationKwp).text }),
          notes.silent(day.capacity),
        )}
      />
      <Tile
        name="irradiation"
        label={text('kpi.irradiation')}
        figure={format.quantity(figures.irradiationKwhM2, 'kWh/m²', 2)}
        raw={figures.irradiationKwhM2}
        tone="irradiance"
        note={hasSensor(day) ? text('kpi.inPlane') : text('kpi.noSensor')}
      />
      <Tile
        name="co2"
        label={text('kpi.co2')}
        figure={co2Figure(figures.co2Kg, format.quantity)}
        raw={figures.co2Kg}
        note={text('kpi.co2Note')}
      />
    </>
  )
}
