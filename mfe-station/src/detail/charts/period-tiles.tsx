import type { ReactNode } from 'react'
import type { StationStatistics } from '@helioport/contract'
import { useFormat } from '@helioport/i18n'
import { co2Figure } from '../../station/co2.ts'
import { useStationText } from '../../station/use-station-text.ts'
import { useTabText } from '../tab-texts.ts'
import { notesOf, useFigureNotes } from '../../station/use-figure-notes.ts'
import { FormulaHint } from './formula-hint.tsx'
import styles from './kpi-tiles.module.css'
import { plainFigure, Tile } from './tile.tsx'

interface PeriodTilesProps {
  statistics: StationStatistics
  /** Age of the newest datum, while the period has not ended. */
  age: ReactNode
}

/** The figures of a week, month, year or of all time, each with its coverage. */
export function PeriodTiles(props: PeriodTilesProps) {
  const text = useTabText()
  return (
    <section className={styles.tiles} aria-label={text('kpi.periodTitle')}>
      <LeadTiles {...props} />
      <FurtherTiles {...props} />
    </section>
  )
}

/** Share of the daylight that a figure is based on. */
function useCoveredText(): (share: number | null) => string {
  const text = useTabText()
  const stationText = useStationText()
  const format = useFormat()
  return (share) =>
    share === null ? text('kpi.coverageUnknown') : stationText('kpi.prCoverage', { share: format.percent(share, 0) })
}

/** Energy, income and performance of the plant. */
function LeadTiles({ statistics, age }: PeriodTilesProps) {
  const text = useTabText()
  const stationText = useStationText()
  const format = useFormat()
  const notes = useFigureNotes()
  const { figures, previous, currency, capacity, lifetime } = statistics
  const isAllTime = statistics.period === 'total'
  const { coverage } = figures
  const covered = useCoveredText()
  const before = previous?.sameDaysEnergyKwh ?? null
  const against =
    before === null || before <= 0 || figures.energyKwh === null
      ? text('kpi.noPrevious')
      : text('kpi.againstPrevious', {
          share: format.percent(figures.energyKwh / before, 0),
          energy: format.energy(before).text,
        })
  return (
    <>
      <Tile
        name="energy"
        isLead
        label={isAllTime ? notes.measuredSince(lifetime) : text('kpi.energy')}
        figure={format.energy(figures.energyKwh)}
        raw={figures.energyKwh}
        tone="generation"
        badge={age}
        note={notesOf(isAllTime ? undefined : against, notes.days(figures.days), covered(coverage.energy))}
      />
      <Tile
        name="income"
        isLead
        label={text('kpi.income')}
        figure={plainFigure(format.money(figures.income, currency))}
        raw={figures.income}
        note={
          figures.income === null
            ? stationText('kpi.noIncome')
            : notesOf(
                text('kpi.ratesOfTheirDay'),
                isAllTime ? notes.measuredSince(lifetime) : undefined,
                notes.days(figures.days),
              )
        }
      />
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
        note={
          figures.performanceRatio === null
            ? text('kpi.noSensor')
            : notesOf(
                text('kpi.capacityNote', { capacity: format.capacity(capacity.inOperationKwp).text }),
                covered(coverage.performanceRatio),
                notes.silent(capacity),
              )
        }
      />
      <Tile
        name="availability"
        isLead
        label={text('kpi.availability')}
        figure={plainFigure(format.percent(figures.availability, 1))}
        raw={figures.availability}
        note={
          figures.availabilityBasis === null
            ? text('kpi.coverageUnknown')
            : notesOf(text(`kpi.availability.${figures.availabilityBasis}`), covered(coverage.availability))
        }
      />
    </>
  )
}

/** Energy per kWp, the irradiation, the peak, and the avoided CO2. */
function FurtherTiles({ statistics }: PeriodTilesProps) {
  const text = useTabText()
  const format = useFormat()
  const notes = useFigureNotes()
  const { figures, capacity, lifetime } = statistics
  const isAllTime = statistics.period === 'total'
  const isSensor = figures.peakSunshineBasis === 'sensor'
  return (
    <>
      <Tile
        name="yield"
        label={text('kpi.yield')}
        figure={format.quantity(figures.specificYield, 'kWh/kWp', 1)}
        raw={figures.specificYield}
        note={notesOf(
          text('kpi.capacityNote', { capacity: format.capacity(capacity.inOperationKwp).text }),
          notes.silent(capacity),
        )}
      />
      <Tile
        name="sunshine"
        label={text(isSensor ? 'kpi.peakSunshine' : 'kpi.equivalentHours')}
        figure={format.quantity(figures.peakSunshineHours, 'h', 1)}
        raw={figures.peakSunshineHours}
        tone="irradiance"
        note={isSensor ? text('kpi.inPlane') : text('kpi.noSensor')}
      />
      <Tile
        name="peak"
        label={text('kpi.peak')}
        figure={format.power(figures.peakPowerW)}
        raw={figures.peakPowerW}
        tone="generation"
        note={figures.peakAt === null ? undefined : format.dateTime(figures.peakAt, statistics.timeZone)}
      />
      <Tile
        name="co2"
        label={text('kpi.co2')}
        figure={co2Figure(figures.co2Kg, format.quantity)}
        raw={figures.co2Kg}
        note={notesOf(
          figures.trees === null ? text('kpi.co2Note') : text('kpi.trees', { count: format.number(figures.trees, 1) }),
          isAllTime ? notes.measuredSince(lifetime) : undefined,
          notes.days(figures.days),
        )}
      />
      {isAllTime && (
        <Tile
          name="sinceInstallation"
          isWide
          label={text('figure.sinceInstallation')}
          figure={format.energy(lifetime.sinceInstallationKwh)}
          raw={lifetime.sinceInstallationKwh}
          tone="generation"
        />
      )}
    </>
  )
}
