/** `UTC+05:30` for 330 minutes; a real minus sign before the negative ones. */
export function zoneLabel(offsetMinutes: number): string {
  const size = Math.abs(offsetMinutes)
  const two = (value: number) => String(value).padStart(2, '0')
  return `UTC${offsetMinutes < 0 ? '\u2212' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`
}

/** Of the offered offsets the one that is closest to this browser's clock. */
export function nearestOffset<T extends number>(offered: readonly T[], browserMinutes: number): T | undefined {
  return offered.toSorted((a, b) => Math.abs(a - browserMinutes) - Math.abs(b - browserMinutes))[0]
}
