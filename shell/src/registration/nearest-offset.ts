/** The offered offset (minutes from UTC) that is closest to the browser's. */
export function nearestOffset<T extends number>(offered: readonly T[], browserMinutes: number): T | undefined {
  return offered.toSorted((a, b) => Math.abs(a - browserMinutes) - Math.abs(b - browserMinutes))[0]
}
