/** `UTC+05:30` for 330 minutes; negative offsets have a real minus sign. */
export function zoneLabel(offsetMinutes: number): string {
  const size = Math.abs(offsetMinutes)
  const two = (value: number) => String(value).padStart(2, '0')
  return `UTC${offsetMinutes < 0 ? '\u2212' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`
}

/** An instant whose UTC time equals the local time of that zone at `now` (epoch ms). */
export const clockAt = (now: number, offsetMinutes: number): number => now + offsetMinutes * 60_000
