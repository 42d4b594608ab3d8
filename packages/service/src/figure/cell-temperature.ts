import { cellFromBack } from '@helioport/iv/cell-heat'

/** Assumed wind without a sensor, m/s: that of the nominal operating cell temperature (IEC 61215). */
const assumedWindMs = 1

/**
 * Cell temperature, degC: from the module's back, otherwise from air temperature and wind (SAPM: a -3.56, b -0.075);
 * null if neither is known.
 */
export function cellTemperature(
  irradianceWm2: number,
  { moduleC, ambientC, windMs }: { moduleC: number | null; ambientC: number | null; windMs: number | null },
): number | null {
  const sun = Math.max(0, irradianceWm2)
  const back =
    moduleC ?? (ambientC === null ? null : sun * Math.exp(-3.56 - 0.075 * (windMs ?? assumedWindMs)) + ambientC)
  return back === null ? null : cellFromBack(back, sun)
}
