import type { Generated } from 'kysely'
import type { MaybeInstant } from './instant.ts'
import type { BinSum, EnergySum, LossBin, LossSum, TemperatureSum } from './sum-columns.ts'

/** Roll-up of one device and one local day of its station. */
interface DeviceDayTable extends Sums {
  device_no: number
  /** Null: the device is unassigned; its days come with it. */
  station_id: string | null
  date: string
  energy_kwh: number | null
  samples: number
  /** Distinct 5-minute bins with data between sunrise and sunset. */
  daylight_bins: number
  first_ts: MaybeInstant
  first_power_w: number | null
  last_ts: MaybeInstant
  last_power_w: number | null
  /** Energy that refused counter steps removed (+) or added (-): added back to the lifetime counter. */
  spliced_kwh: number
  resets: number
  outliers: number
  /** Mean power of each quarter of an hour from local midnight, W. */
  quarter_w: (number | null)[]
  /** Energy of each quarter of an hour, kWh; empty: computed before this column existed, or dropped by retention. */
  quarter_kwh: Generated<(number | null)[]>
  /** The raw samples behind the day are dropped: the day is never recomputed. */
  is_kept: Generated<boolean>
  /** Interval of the day's last frames. */
  interval_s: Generated<number>
}

type Sums = { [K in EnergySum | BinSum]: Generated<number> } & {
  dc_kwh: number | null
  peak_power_w: number | null
  peak_at: MaybeInstant
  /** Greatest irradiance of the bins that entered the performance ratio, W/m2. */
  pr_peak_wm2: number | null
}

type StationSums = Sums & { [K in LossSum | TemperatureSum]: number | null } & { [K in LossBin]: Generated<number> } & {
  income: number | null
  co2_kg: number | null
}

interface StationDayTable extends StationSums {
  station_id: string
  date: string
  energy_kwh: number | null
  /** In-plane irradiation, kWh/m2. */
  irradiation_kwh_m2: number | null
  /** Mean power of each quarter of an hour, as in device_day. */
  quarter_w: Generated<(number | null)[]>
  /** Sensors' means of each quarter of an hour. */
  quarter_irradiance_wm2: Generated<(number | null)[]>
  quarter_ambient_c: Generated<(number | null)[]>
  quarter_module_c: Generated<(number | null)[]>
  /** The raw samples behind the day are dropped. */
  is_kept: Generated<boolean>
  /** Mean power of each 5 minutes, W; empty: analysed before this column existed, or dropped by retention. */
  bin_w: Generated<(number | null)[]>
  /** When the day has to be analysed (again); null: its sums are up to date. */
  due_at: MaybeInstant
  /** Analysed after the day had ended. */
  is_final: Generated<boolean>
  /** Its outage was judged by the station's performance in the weeks before. */
  leans: Generated<boolean>
}

interface DeviceMonthTable extends Sums {
  device_no: number
  /** Its first day. */
  month: string
  days: Generated<number>
  known_days: Generated<number>
  energy_kwh: number | null
}

interface StationMonthTable extends StationSums {
  station_id: string
  month: string
  days: Generated<number>
  known_days: Generated<number>
  energy_kwh: number | null
  irradiation_kwh_m2: number | null
}

export interface StatisticsTables {
  device_day: DeviceDayTable
  station_day: StationDayTable
  device_month: DeviceMonthTable
  station_month: StationMonthTable
}
