import type { Alarm } from '@helioport/contract'

/** Length of an episode in ms, at least 0; an open one lasts until `now` (epoch ms). */
export function durationOf({ raisedAt, clearedAt }: Pick<Alarm, 'raisedAt' | 'clearedAt'>, now: number): number {
  const end = clearedAt === null ? now : Date.parse(clearedAt)
  return Math.max(0, end - Date.parse(raisedAt))
}
