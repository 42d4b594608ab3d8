/** What the clock of a zone shows at an instant, as ms of a UTC clock that shows the same. */
function clockMs(at: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(at)
  const of = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((part) => part.type === type)?.value)
  return Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'))
}

/**
 * The instant (epoch ms) at which the clock of a zone shows `2026-11-21T12:30`; of an hour that a clock shows twice the
 * first one, of an hour that it leaves out the one after.
 */
export function instantAt(local: string, timeZone: string): number {
  const wanted = Date.parse(`${local}Z`)
  const dayMs = 86_400_000
  const offsets = [wanted - dayMs, wanted + dayMs].map((at) => clockMs(at, timeZone) - at)
  const candidates = offsets.map((offset) => wanted - offset)
  const exact = candidates.filter((at) => clockMs(at, timeZone) === wanted)
  return exact.length > 0 ? Math.min(...exact) : Math.max(...candidates)
}
