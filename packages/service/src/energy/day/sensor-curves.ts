import type { LocalDay } from '@helioport/time/node'
import type { DaySensorSample } from '../../telemetry/queries/sample.ts'
import { cellTemperature } from '../../figure/cell-temperature.ts'
import { binCount, type Curve, heldCurve, meanOfCurves } from '../../figure/day-grid.ts'

export interface SensorCurves {
  irradianceWm2: Curve
  ambientC: Curve
  moduleC: Curve
  windMs: Curve
  /** Cell temperature, if irradiance and a temperature are known. */
  cellC: Curve
}

/**
 * Sensors of a station on the day's grid: means over its loggers of each value. `usualMs`: the interval of the devices,
 * for a sensor that has sent too little to show its own.
 */
export function sensorCurves(day: LocalDay, sensors: readonly DaySensorSample[], usualMs: number): SensorCurves {
  const loggers = [...Map.groupBy(sensors, (sample) => sample.logger_no).values()]
  const curve = (value: (sample: DaySensorSample) => number | null) =>
    meanOfCurves(
      loggers.map((own) => heldCurve(day, own, value, usualMs)),
      binCount(day),
    )
  const irradianceWm2 = curve((sample) => sample.irradiance_wm2)
  const ambientC = curve((sample) => sample.ambient_c)
  const moduleC = curve((sample) => sample.module_c)
  const windMs = curve((sample) => sample.wind_ms)
  const cellC = irradianceWm2.map((sun, bin) =>
    sun === null
      ? null
      : cellTemperature(sun, {
          moduleC: moduleC[bin] ?? null,
          ambientC: ambientC[bin] ?? null,
          windMs: windMs[bin] ?? null,
        }),
  )
  return { irradianceWm2, ambientC, moduleC, windMs, cellC }
}
