/** Number of past days in a season's mean day. */
export const seasonDays = 14
/** Levels of active power in shares of rated power, from 0 to 1.25. */
export const seasonLevels = 50
export const seasonLevelShare = 1.25 / seasonLevels

/**
 * Energy that a limit of active power (W) costs on a mean day with `hoursAt[i]` hours at level i of `ratedW`, kWh. A
 * level counts with its middle.
 */
export function dailyLossKwh(hoursAt: readonly number[], ratedW: number, limitW: number): number {
  return hoursAt.reduce((sum, hours, level) => {
    const powerW = (level + 0.5) * seasonLevelShare * ratedW
    return sum + (hours * Math.max(powerW - limitW, 0)) / 1000
  }, 0)
}
