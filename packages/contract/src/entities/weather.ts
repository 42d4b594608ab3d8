import Type, { type Static } from 'typebox'
import { DataAge, Nullable, object } from './common.ts'

const Value = Nullable(Type.Number())

/** What the station's sensors say now; nulls: not measured, or stale. Means over the loggers that `source` names. */
export const Weather = object({
  /** Loggers that measure: the station's collector alone, else those that report to it. */
  source: Type.Array(object({ loggerSerial: Type.String(), isCollector: Type.Boolean() })),
  age: DataAge,
  /** In the plane of the modules, W/m2. */
  irradianceWm2: Value,
  horizontalWm2: Value,
  ambientC: Value,
  moduleC: Value,
  /** Cell: module temperature plus 3 K per kW/m2; from air and wind (SAPM) without a module sensor. */
  cellC: Value,
  windMs: Value,
  /** Of the station, or of the one device, at this moment; null under 200 W/m2 and where a device is not fresh. */
  performanceRatio: Value,
  /** RA at this moment: DC power over P0, by irradiance over 1 kW/m2; AC where DC is not reported. */
  arrayRatio: Value,
})
export type Weather = Static<typeof Weather>
