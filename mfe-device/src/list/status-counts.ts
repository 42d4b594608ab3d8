import type { StatusCounts } from '@helioport/contract'

/** Devices by status and in total. */
export function deviceCounts(counts: StatusCounts | undefined): (StatusCounts & { all: number }) | undefined {
  return counts && { ...counts, all: counts.normal + counts.abnormal + counts.standby + counts.offline }
}
