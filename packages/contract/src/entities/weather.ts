import Type, { type Static } from 'typebox'
import { DataAge, Nullable, object } from './common.ts'

const Value = Nullable(Type.Number())

/** Current sensor values of the station; null: not measured, or stale. Means over the loggers in `source`. */
export const Weather = object({
  /** Loggers that provide the values: only the station's collector, otherwise all that report to the station. */
  source: Type.Array(object({ loggerSerial: Type.String(), isCollector: Type.Boolean() })),
  age: DataAge,
  /** In the plane of the modules, W/m2. */
  irradianceWm2: Value,
  horizontalWm2: Value,
  ambientC: Value,
  moduleC: Value,
  /** Cell temperature: module temperature plus 3 K per kW/m2; without a module sensor from air and wind (SAPM). */
  cellC: Value,
  windMs: Value,
  /** Current value of the station, or of the one device; null below 200 W/m2 and if a device's data is not fresh. */
  performanceRatio: Value,
  /** Current RA: DC power over P0, divided by irradiance over 1 kW/m2; AC power where DC is not reported. */
  arrayRatio: Value,
})
export type Weather = Static<typeof Weather>
