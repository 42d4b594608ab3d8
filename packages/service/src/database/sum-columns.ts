/**
 * What a day of a device or a station is summed up in, beside its energy; months are sums of days. One list for
 * tables, roll-up and queries. Every ratio of a longer stretch is a quotient of such sums, never a mean of ratios.
 * Energies in kWh; `reference`: P0 times irradiation; `heat`: P0 times irradiation times (cell - 25 degC), so that the
 * temperature coefficient enters when it is read; `bins`: daylight bins of 5 minutes, summed over the devices.
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
  /** To be known so far, and known. */
  'expected_bins',
  'known_bins',
  /** With irradiance. */
  'sun_bins',
  /** That entered both sums of the ratio. */
  'pr_bins',
  'pr25_bins',
  'ra_bins',
  /** In which the sun, or the siblings, said that power could be made; of them judged by a sensor; producing. */
  'able_bins',
  'able_sensor_bins',
  'producing_bins',
] as const

/** Of a station alone; null: cannot be said that day. */
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

/** Of a station alone: degC of its sensors, summed over the daylight bins in which they are known, and those bins; null: no sensor. */
export const temperatureSums = ['ambient_c_sum', 'ambient_bins', 'module_c_sum', 'module_bins'] as const

export type EnergySum = (typeof energySums)[number]
export type BinSum = (typeof binSums)[number]
export type LossSum = (typeof lossSums)[number]
export type TemperatureSum = (typeof temperatureSums)[number]
export type LossBin = (typeof lossBins)[number]
