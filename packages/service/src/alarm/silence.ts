import { randomUUID } from 'node:crypto'
import { type AlarmCode, uploadIntervalMs } from '@helioport/contract'
import { localDay } from '@helioport/time/node'
import type { Transaction } from '../database/session.ts'
import type { Service } from '../base/service.ts'
import { isDrowsy } from '../figure/sleep.ts'
import { silentSince } from '../figure/silence.ts'
import { lockStation } from '../telemetry/queries/frames.ts'
import { writeAlarms } from './queries/frames.ts'
import { deleteEmptyGroups, moveComments, moveToGroup } from './queries/group.ts'
import {
  clearSilence,
  countLoggerDevices,
  findOpenSilences,
  findSilent,
  type OpenSilence,
  reopenSilence,
  setSilenceCode,
  type SilentRow,
} from './queries/silence.ts'
import { joinMs } from './spans.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** A silence that begins within this time after the end of another one reopens that one. */
const rejoinMs = hourMs
/** A station without frames for this long was given up, or never reported: it is offline, without alarms. */
const givenUpMs = 7 * dayMs
/** Time that a device new to the portal has until its first frame. */
const commissioningMs = dayMs
/**
 * A device that reports every few seconds is offline after three missing frames, but a restart, or a clock that lags a
 * little, must not raise an alarm.
 */
const leastSilenceMs = uploadIntervalMs
/** Longest silence that is reported for a device that never reported. */
const longestMs = 366 * dayMs

/**
 * Raises an alarm for each device that ought to report and does not, and ends it when the device reports again; see
 * `silentSince`. Devices that fell silent together, as those of one logger, share one alarm. A job: one query finds the
 * devices concerned, and it writes only to stations where something changes.
 */
export async function watchSilence(service: Service): Promise<void> {
  const now = service.now()
  const rows = await findSilent(service.db.read, now)
  const stations = new Set(rows.flatMap((row) => (isChanged(row, now) ? [row.station_id] : [])))
  for (const stationId of stations) {
    await service.db.transaction(async (tx) => {
      await lockStation(tx, stationId)
      for (const row of await findSilent(tx, now, stationId)) await follow(tx, row, now)
      await group(tx, stationId, rows)
    })
  }
}

const isChanged = (row: SilentRow, now: number) => row.open_id !== null || sinceOf(row, now) !== null

async function follow(tx: Transaction, row: SilentRow, now: number): Promise<void> {
  if (row.open_id !== null) {
    const { open_id: id, open_at: raisedAt, ts: at, interval_s: intervalS, lag_s: lagS } = row
    if (raisedAt !== null && at !== null && intervalS !== null && at > raisedAt)
      await clearSilence(tx, { id, deviceNo: row.no, raisedAt }, { at, intervalS, lagS: lagS ?? 0 })
    return
  }
  const raisedAt = sinceOf(row, now)
  if (raisedAt === null || (await reopenSilence(tx, row.no, raisedAt - rejoinMs))) return
  const span = { code: 'S1', stringNo: 0, mpptNo: 0, raisedAt, clearedAt: null } as const
  const added = [{ ...span, id: randomUUID(), groupId: randomUUID() }]
  await writeAlarms(
    tx,
    { deviceNo: row.no, stationId: row.station_id, source: 'silence' },
    { removed: [], moved: [], added },
  )
}

/** Start of the device's silence, epoch ms; null: it is not silent. */
function sinceOf(row: SilentRow, now: number): number | null {
  if (row.station_ts !== null && row.station_ts < now - givenUpMs) return null
  const { ts } = row
  const intervalMs = (row.interval_s ?? row.station_interval_s ?? uploadIntervalMs / 1000) * 1000
  if (ts === null) return silentSince({ at: firstDue(row, now), isDrowsy: true, intervalMs }, now, row)
  const at = ts + (row.lag_s ?? 0) * 1000
  if (now - at < leastSilenceMs) return null
  const since = silentSince({ at, isDrowsy: isDrowsy(row.power_w, row.rated_power_w), intervalMs }, now, row)
  // The values of the newest frame hold for one interval.
  return since === null ? null : since === at ? at + intervalMs : since
}

/**
 * When a device that never reported counts as missing, epoch ms. The device has one day from its registration in the
 * portal, however long ago it was installed: earlier days of its siblings do not show that it could have reported then.
 */
function firstDue(row: SilentRow, now: number): number {
  const dayOf = (date: string | null) => (date === null ? -Infinity : localDay(date, row.time_zone).from)
  return Math.max(dayOf(row.station_first), dayOf(row.installed_on), row.created_at + commissioningMs, now - longestMs)
}

/**
 * Silences that began within two intervals of each other are one event. If the event includes all devices of a logger,
 * the logger, or the plant, is silent.
 */
async function group(tx: Transaction, stationId: string, rows: readonly SilentRow[]): Promise<void> {
  const open = await findOpenSilences(tx, stationId)
  if (open.length === 0) return
  const devicesOf = await countLoggerDevices(tx, stationId)
  const intervals = rows.filter((row) => row.station_id === stationId).map((row) => row.station_interval_s ?? 0)
  const linkMs = joinMs(Math.max(0, ...intervals) * 1000)
  for (const event of eventsIn(open, linkMs)) {
    // Of several groups the oldest remains: people know it already.
    const groups = [...new Set(event.map(({ group_id }) => group_id))]
    const [first = ''] = groups
    const moved = event.filter(({ group_id }) => group_id !== first).map(({ id }) => id)
    if (moved.length > 0) {
      await moveToGroup(tx, moved, first)
      await moveComments(tx, groups.slice(1), first)
      await deleteEmptyGroups(tx, groups.slice(1))
    }
    const ofLogger = Map.groupBy(event, ({ logger_no }) => logger_no)
    const isWhole = [...ofLogger].some(([no, own]) => own.length > 1 && own.length >= (devicesOf.get(no) ?? 0))
    const code: AlarmCode = isWhole ? 'S2' : 'S1'
    // The code of a silent logger (S2) stays until the last of its devices reports again.
    if (code === 'S2' || moved.length > 0) await setSilenceCode(tx, first, code)
  }
}

function eventsIn(open: readonly OpenSilence[], linkMs: number): OpenSilence[][] {
  const events: OpenSilence[][] = []
  let former = -Infinity
  for (const silence of open) {
    if (silence.raised_at - former <= linkMs) events.at(-1)?.push(silence)
    else events.push([silence])
    former = silence.raised_at
  }
  return events
}
