import { type HealthCause, healthStateOf, type HealthPart, type PartHealth } from '@helioport/contract'

/** Health of a part; part and state follow from the cause. */
export const found = (cause: HealthCause, figures: Record<string, number> = {}): PartHealth => ({
  part: cause.split('.')[0] as HealthPart,
  state: healthStateOf[cause],
  cause,
  figures,
})
