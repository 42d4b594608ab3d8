import type { AnalysedDevice } from '../device-bins.ts'
import { leastLight, type Reference } from './unit-reference.ts'

/** Least time with power, and least number of frames of each level. */
const leastMs = 2 * 3_600_000
const framesOfLevel = 4
/** Share of all frames, and of those of each level, that the light must tell. */
const [alikeShare, levelShare] = [0.85, 0.7]
/** Relative step of the search for the ratio of power to light. */
const ratioStep = 1.03

/**
 * Small inverters never reach three levels of whole kW, so that power cannot be seen to rise with the light. One or two
 * steps at just the light at which rounded kW step prove the unit as well, with zeros in the light before and after.
 */
export function levelsFollow(device: AnalysedDevice, { at, band }: Reference): { from: number; to: number } | null {
  const capacityKw = (device.capacityKwp > 0 ? device.capacityKwp : device.ratedW / 1000) || 1
  const lit = device.samples.flatMap(({ at: instant, power_w: power, limited }) => {
    const light = at(instant)
    if (power === null || limited || light === null || light < leastLight) return []
    return [{ at: instant, level: Math.round(power), kw: light * capacityKw }]
  })
  const above = lit.filter(({ level }) => level > 0)
  const [first, last] = [above[0], above.at(-1)]
  if (!first || !last || above.length * Math.min(device.intervals.usualMs, leastMs) < leastMs) return null
  const levels = [...new Set(lit.map(({ level }) => level))]
  const framesOf = (level: number) => lit.filter((own) => own.level === level)
  if (levels.length < 2 || levels.some((level) => framesOf(level).length < framesOfLevel)) return null
  for (let [ratio, most] = band; ratio <= most; ratio *= ratioStep) {
    const told = (frames: typeof lit) =>
      frames.filter(({ kw, level }) => Math.round(ratio * kw) === level).length / frames.length
    if (told(lit) >= alikeShare && levels.every((level) => told(framesOf(level)) >= levelShare))
      return { from: first.at, to: last.at }
  }
  return null
}
