/**
 * The sums kept per day of a device or station, beside its energy; months are sums of days. One list for tables,
 * roll-up and queries. A ratio over a longer period is a quotient of these sums, never a mean of ratios.
 * Energies in kWh; `reference`: P0 times irradiation; `heat`: P0 times irradiation times (cell - 25 degC), so that the
 * temperature coefficient is applied when the sum is read; `bins`: daylight bins of 5 minutes, summed over the devices.
 */
export const energySums = [
  'pr_kwh',
  'pr_reference_kwh',
  'pr25_kwh',
  'pr25_reference_kwh',
  'pr25_heat_kwh',
  'ra_kwh',
  'ra_reference_kwh',
  'producing_hours',
] as const

export const binSums = [
  /** Bins so far that should have data, and bins that have. */
  'expected_bins',
  'known_bins',
  /** Bins with irradiance. */
  'sun_bins',
  /** Bins that entered both sums of the ratio. */
  'pr_bins',
  'pr25_bins',
  'ra_bins',
  /** Bins in which sun or sibling devices show that power was possible; of these: judged by a sensor; producing. */
  'able_bins',
  'able_sensor_bins',
  'producing_bins',
] as const

/** Stations only; null: could not be determined that day. */
export const lossSums = [
  'loss_reference_kwh',
  'loss_temperature_kwh',
  'loss_capture_kwh',
  'loss_limit_kwh',
  'loss_inverter_kwh',
  'loss_outage_kwh',
  'loss_final_kwh',
] as const

export const lossBins = ['loss_bins', 'outage_sibling_bins', 'outage_model_bins'] as const

/**
 * Stations only: degC of its sensors, summed over daylight bins with a value, and the count of these bins; null: no
 * sensor.
 */
export const temperatureSums = ['ambient_c_sum', 'ambient_bins', 'module_c_sum', 'module_bins'] as const

export type EnergySum = (typeof energySums)[number]
export type BinSum = (typeof binSums)[number]
export type LossSum = (typeof lossSums)[number]
export type TemperatureSum = (typeof temperatureSums)[number]
export type LossBin = (typeof lossBins)[number]
