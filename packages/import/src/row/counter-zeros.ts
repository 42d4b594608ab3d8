import { type ImportPlan } from '../plan.ts'
import { plausiblePowerShare } from '../cell/units.ts'
import type { MeasuredRow } from './measured-rows.ts'

/** Two steps of a coarse counter, kWh. */
const slackKwh = 2
const msPerHour = 3_600_000

/**
 * Many loggers write 0 for a lifetime counter of an inverter that sleeps. Such zeros are left out: with them all that was
 * ever made would be made anew each morning. A new counter that really begins at 0 goes on no faster than its device can.
 */
export function leaveOutZeros(rows: readonly MeasuredRow[], plan: ImportPlan): void {
  for (const [index, { energyTotal, ratedPowerW }] of plan.devices.entries()) {
    if (!energyTotal) continue
    const mostKwh = (ms: number) => (plausiblePowerShare * ratedPowerW * ms) / 1000 / msPerHour + slackKwh
    let zeros: MeasuredRow[] = []
    let isGrown = false
    const leaveOut = () => {
      for (const row of zeros) delete row.devices[index]?.energyTotalKwh
    }
    for (const row of rows) {
      const kwh = row.devices[index]?.energyTotalKwh
      if (kwh === undefined) continue
      if (kwh === 0) {
        zeros.push(row)
        continue
      }
      const last = zeros.at(-1)
      if (last && kwh > mostKwh(row.at - last.at)) leaveOut()
      zeros = []
      isGrown ||= kwh > slackKwh
    }
    if (isGrown) leaveOut()
  }
}
