import type { StatusCounts } from '@helioport/contract'

export const totalOf = (counts: StatusCounts): number =>
  counts.normal + counts.abnormal + counts.standby + counts.offline
