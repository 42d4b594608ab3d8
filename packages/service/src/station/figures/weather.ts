import { minIrradianceForRatios, type Weather } from '@helioport/contract'
import type { SensorRow } from '../queries/weather.ts'
import { cellTemperature } from '../../figure/cell-temperature.ts'
import { ageOf, freshest, isFresh, type LastHeard } from '../../figure/status.ts'

interface PowerNow extends LastHeard {
  power_w: number | null
  dc_power_w: number | null
  capacity_kwp: number
}

/** Current sensor values of a station, and performance ratios of its devices, or of one of them. */
export function weatherOf(sensors: readonly SensorRow[], devices: readonly PowerNow[], now: number): Weather {
  const fresh = sensors.filter((sensor) => isFresh(sensor, now))
  const mean = (value: (sensor: SensorRow) => number | null) => {
    const known = fresh.map(value).filter((found) => found !== null)
    return known.length === 0 ? null : round(known.reduce((sum, found) => sum + found, 0) / known.length)
  }
  const irradianceWm2 = mean((sensor) => sensor.irradiance_wm2)
  const ambientC = mean((sensor) => sensor.ambient_c)
  const moduleC = mean((sensor) => sensor.module_c)
  const windMs = mean((sensor) => sensor.wind_ms)
  const cellC = irradianceWm2 === null ? null : cellTemperature(irradianceWm2, { moduleC, ambientC, windMs })
  return {
    source: sensors.map(({ serial, is_collector }) => ({ loggerSerial: serial, isCollector: is_collector })),
    age: ageOf(freshest(sensors), now),
    irradianceWm2,
    horizontalWm2: mean((sensor) => sensor.horizontal_wm2),
    ambientC,
    moduleC,
    cellC: cellC === null ? null : round(cellC),
    windMs,
    performanceRatio: ratioNow(devices, irradianceWm2, now, (device) => device.power_w),
    arrayRatio: ratioNow(devices, irradianceWm2, now, (device) => device.dc_power_w ?? device.power_w),
  }
}

/** Power / P0 / (irradiance / 1 kW/m2); null in weak light, and while a device that has ever sent is not fresh. */
function ratioNow(
  devices: readonly PowerNow[],
  irradianceWm2: number | null,
  now: number,
  powerOf: (device: PowerNow) => number | null,
): number | null {
  if (irradianceWm2 === null || irradianceWm2 < minIrradianceForRatios) return null
  const seen = devices.filter((device) => device.ts !== null)
  let power = 0
  let capacity = 0
  for (const device of seen) {
    const own = isFresh(device, now) ? powerOf(device) : null
    if (own === null) return null
    power += own
    capacity += device.capacity_kwp
  }
  return capacity === 0 ? null : power / 1000 / capacity / (irradianceWm2 / 1000)
}

/** Sensor values are stored as 4-byte floats. */
function round(value: number): number {
  return Math.round(value * 1000) / 1000
}
