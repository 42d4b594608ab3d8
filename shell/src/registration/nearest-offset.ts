/** Of the offered offsets the one that is closest to this browser's clock, in minutes from UTC. */
export function nearestOffset<T extends number>(offered: readonly T[], browserMinutes: number): T | undefined {
  return offered.toSorted((a, b) => Math.abs(a - browserMinutes) - Math.abs(b - browserMinutes))[0]
}
