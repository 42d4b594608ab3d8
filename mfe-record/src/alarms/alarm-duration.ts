import type { Alarm } from '@helioport/contract'

/** Length of an episode in ms; an open one lasts until `now` (epoch ms) and never less than nothing. */
export function durationOf({ raisedAt, clearedAt }: Pick<Alarm, 'raisedAt' | 'clearedAt'>, now: number): number {
  const end = clearedAt === null ? now : Date.parse(clearedAt)
  return Math.max(0, end - Date.parse(raisedAt))
}
