import { binSums, energySums, temperatureSums } from '../../database/sum-columns.ts'
import { query, type Session } from '../../database/session.ts'

/** Step of the sums; months and years are read from the sums of months. */
export type BinStep = 'day' | 'month' | 'year'

const plain = ['energy_kwh', 'dc_kwh', ...energySums, ...binSums].filter((column) => column !== 'pr25_heat_kwh')
const sums = (columns: readonly string[]) => columns.map((column) => `sum(s.${column} order by s.at) as ${column}`)
/** Columns of a device, or of a station. */
export const ownSums = [
  ...sums(plain),
  'sum(s.days) as days',
  'sum(s.known_days) as known_days',
  // The temperature loss at today's temperature coefficient.
  'sum(s.pr25_heat_kwh * station.temperature_coefficient order by s.at) as pr25_warmth_kwh',
  'max(s.peak_power_w) as peak_power_w',
  '(array_agg(s.peak_at order by s.peak_power_w desc nulls last, s.peak_at))[1] as peak_at',
  'max(s.pr_peak_wm2) as pr_peak_wm2',
].join(', ')
const stationSums = `${ownSums}, ${sums(['irradiation_kwh_m2', 'income', 'co2_kg', ...temperatureSums]).join(', ')}`

type Plain = Record<Exclude<(typeof energySums)[number], 'pr25_heat_kwh'> | (typeof binSums)[number], number>

/** Sums over a stretch; see database/sum-columns.ts. */
export interface SumRow extends Plain {
  /** Days of the period that have a row, and how many of them have known energy. */
  days: number
  known_days: number
  energy_kwh: number | null
  dc_kwh: number | null
  pr25_warmth_kwh: number
  peak_power_w: number | null
  peak_at: number | null
  pr_peak_wm2: number | null
}

export interface StationSumRow extends SumRow, Record<(typeof temperatureSums)[number], number | null> {
  station_id: string
  /** First day of the bin. */
  bin: string
  irradiation_kwh_m2: number | null
  income: number | null
  co2_kg: number | null
}

/** Table with the sums of a step, its column of days, and the first day of the bin that a row belongs to. */
export function sumSource(of: 'station' | 'device', step: BinStep) {
  const [table, at] =
    step === 'day'
      ? [`${of}_day`, 'date as at, 1 as days, (energy_kwh is not null)::integer as known_days']
      : [`${of}_month`, 'month as at']
  const bin = step === 'year' ? "date_trunc('year', s.at::timestamp)::date" : 's.at'
  return { from: `(select *, ${at} from ${table}) s`, bin }
}

/** Sums per station and bin of the days `from` to `to`. */
export async function findStationSums(
  db: Session,
  stationIds: readonly string[],
  step: BinStep,
  span: { from: string; to: string },
): Promise<StationSumRow[]> {
  const { from, bin } = sumSource('station', step)
  const { rows } = await query<StationSumRow>(
    db,
    `select s.station_id, ${bin} as bin, ${stationSums} from ${from} join station on station.id = s.station_id
     where s.station_id = any($1::uuid[]) and s.at >= $2 and s.at <= $3 group by 1, 2 order by 2, 1`,
    [stationIds, span.from, span.to],
  )
  return rows
}

/**
 * Sums of an ended day that was analysed after its last frame arrived: they are final. Undefined: the day is still
 * running, or its sums are due.
 */
export async function findClosedDay(db: Session, stationId: string, date: string): Promise<StationSumRow | undefined> {
  const { rows } = await query(
    db,
    'select from station_day where station_id = $1 and date = $2 and is_final and due_at is null',
    [stationId, date],
  )
  if (rows.length === 0) return undefined
  return (await findStationSums(db, [stationId], 'day', { from: date, to: date }))[0]
}
