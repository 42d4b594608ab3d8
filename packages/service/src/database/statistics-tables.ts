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
  /** What refused counter steps took away (+) or added (-): added back to the lifetime counter. */
  spliced_kwh: number
  resets: number
  outliers: number
  /** Mean power of each quarter of an hour from local midnight, W. */
  quarter_w: (number | null)[]
  /** What the day's energy was in each of them, kWh; empty: computed before there was such a thing, or forgotten. */
  quarter_kwh: Generated<(number | null)[]>
  /** Raw samples that it was computed from are dropped: it is never computed anew. */
  is_kept: Generated<boolean>
  /** In which the last frames of the day came. */
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
  /** Means of the sensors over the quarters. */
  quarter_irradiance_wm2: Generated<(number | null)[]>
  quarter_ambient_c: Generated<(number | null)[]>
  quarter_module_c: Generated<(number | null)[]>
  /** Raw samples that it was analysed from are dropped. */
  is_kept: Generated<boolean>
  /** The same every 5 minutes; empty: analysed before there was such a thing, or forgotten. */
  bin_w: Generated<(number | null)[]>
  /** When the day has to be analysed (anew); null: its sums are right. */
  due_at: MaybeInstant
  /** Analysed after the day had ended. */
  is_final: Generated<boolean>
  /** Its outage was measured against what the station did in the weeks before. */
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
