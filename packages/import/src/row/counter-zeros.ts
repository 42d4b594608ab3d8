import { type ImportPlan } from '../plan.ts'
import { plausiblePowerShare } from '../cell/units.ts'
import type { MeasuredRow } from './measured-rows.ts'

/** Two steps of a coarse counter, kWh. */
const slackKwh = 2
const msPerHour = 3_600_000

/**
 * Many loggers write 0 as the lifetime counter of a sleeping inverter. Such zeros are removed: otherwise the whole
 * lifetime energy would count again each morning. A new counter that really starts at 0 rises no faster than the
 * plausible power of its device.
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
