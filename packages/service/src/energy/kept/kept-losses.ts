import type { LossSum } from '../../database/sum-columns.ts'
import type { LossSums } from '../day/loss-sums.ts'

type Losses = Record<LossSum, number | null>

/**
 * Losses of a kept day to which a device was added. The energy of all devices in bins with known sun (`finalKwh`) shows
 * how much it grew, whether or not the device was added before. The day had counted the device as silent: its energy,
 * and its inverter's loss (in proportion to `added`, its own losses), are no outage any more; the bars add up to the
 * reference as before.
 */
export function lossesWith(kept: Losses, added: LossSums, finalKwh: number): Partial<Losses> {
  const { loss_final_kwh: former, loss_outage_kwh: outage, loss_capture_kwh: capture } = kept
  if (former === null || finalKwh <= former) return {}
  const grown = finalKwh - former
  const share = (added.loss_inverter_kwh ?? 0) / (added.loss_final_kwh || Infinity)
  const inverter =
    added.loss_inverter_kwh === null ? kept.loss_inverter_kwh : (kept.loss_inverter_kwh ?? 0) + grown * share
  const explained = grown + (inverter ?? 0) - (kept.loss_inverter_kwh ?? 0)
  const noOutage = Math.min(outage ?? 0, explained)
  return {
    loss_final_kwh: finalKwh,
    loss_inverter_kwh: inverter,
    loss_outage_kwh: outage === null ? null : outage - noOutage,
    loss_capture_kwh: capture === null ? null : capture - (explained - noOutage),
  }
}
