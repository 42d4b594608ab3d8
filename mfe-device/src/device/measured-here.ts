import type { Lifetime } from '@helioport/contract'
import type { Format, Text } from '@helioport/i18n'
import type enUS from '../messages/en-US.ts'

/** Energy that the portal measured itself, and since when; undefined: none. */
export function measuredHere(
  { measuredKwh, measuredSince }: Lifetime,
  text: Text<typeof enUS>,
  format: Format,
): string | undefined {
  if (measuredKwh === null || measuredSince === null) return undefined
  return text('kpi.measuredSince', { energy: format.energy(measuredKwh).text, date: format.date(measuredSince) })
}
