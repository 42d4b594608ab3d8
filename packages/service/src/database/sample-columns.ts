/**
 * Which value of a frame is stored in which column of a sample. One list for table, COPY and queries.
 * Vectors are one column per element: a null costs one bit, an array would cost 21 bytes each.
 */
export const scalarColumns = [
  ['powerW', 'power_w'],
  ['reactiveVar', 'reactive_var'],
  ['powerFactor', 'power_factor'],
  ['frequencyHz', 'frequency_hz'],
  ['dcPowerW', 'dc_power_w'],
  ['cabinetC', 'cabinet_c'],
] as const

/** Counters are double precision: real keeps only seven digits. */
export const counterColumns = [
  ['energyTotalKwh', 'energy_total_kwh'],
  ['energyTodayKwh', 'energy_today_kwh'],
  ['hoursTotal', 'hours_total'],
] as const

export const vectorColumns = [
  ['acVoltageV', 'ac_voltage_v', 3],
  ['acCurrentA', 'ac_current_a', 3],
  ['mpptVoltageV', 'mppt_voltage_v', 12],
  ['mpptCurrentA', 'mppt_current_a', 12],
  ['stringCurrentA', 'string_current_a', 32],
] as const

/** The vector without the nulls at its end. */
export function withoutTail(vector: readonly (number | null)[] | null): (number | null)[] {
  return vector?.slice(0, vector.findLastIndex((value) => value !== null) + 1) ?? []
}

/** Columns of one vector, first element first: ac_voltage_v1, ac_voltage_v2, ... */
export function vectorElements(column: string, length: number): string[] {
  return Array.from({ length }, (_, index) => `${column}${index + 1}`)
}

/** Columns of `sensor_sample`. */
export const sensorColumns = [
  ['irradianceWm2', 'irradiance_wm2'],
  ['horizontalWm2', 'horizontal_wm2'],
  ['ambientC', 'ambient_c'],
  ['moduleC', 'module_c'],
  ['windMs', 'wind_ms'],
] as const
