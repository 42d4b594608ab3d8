import { deviceSerialPattern, refusedRowCodes, type RowErrorCode } from '@helioport/contract'
import type { DeviceFrame, IngestBatch, IngestReply, SensorFrame } from '@helioport/contract/ingest'
import type { Transaction } from '../database/session.ts'
import { isPartitionMissing } from '../database/errors.ts'
import { findDevicesBySerial } from '../inventory/queries/serial.ts'
import {
  insertDeviceFrames,
  insertSensorFrames,
  lockStation,
  updateLogger,
  upsertLatest,
  upsertSensorLatest,
} from '../telemetry/queries/frames.ts'
import type { KeyedLogger, SendingLogger } from '../inventory/queries/logger.ts'
import { upsertFound } from '../inventory/queries/found-device.ts'
import { findPlaces } from '../inventory/queries/place.ts'
import { ensurePartitions, forgetPartitions } from '../telemetry/queries/partitions.ts'
import { Turns } from '../base/turns.ts'
import type { Service } from '../base/service.ts'
import { type Indexed, splitClosedDays } from './closed-days.ts'
import { correct } from './correct.ts'
import { splitValues } from './split-values.ts'
import { type AsideRow, insertKeptAside } from '../telemetry/queries/kept-aside.ts'
import { updateAlarms } from '../alarm/episodes.ts'
import { deviceCopyRows, sensorCopyRows } from '../telemetry/copy-rows.ts'
import { stretchOf, windowsOf } from '../telemetry/frame-windows.ts'
import {
  deviceAt,
  clockFault,
  isDeviceInRange,
  isSensorInRange,
  type OwnFrame,
  type RejectedRow,
  deviceOwnerError,
} from '../telemetry/judge-frames.ts'
import { inLane } from '../telemetry/lane.ts'
import { Problem } from '../base/problem.ts'
import { rollUp } from '../energy/kept/roll-up.ts'
import { markSensorDaysDue } from '../energy/queries/day-analysis.ts'
import { requireSpace } from '../base/storage.ts'

export type { KeyedLogger, SendingLogger }

/** The judgement of a batch, beside its accepted rows. */
interface Verdict {
  rejected: RejectedRow[]
  /** Rows from before the start date of their station. */
  early: AsideRow[]
  /** The newest frame of each serial that the account does not have. */
  found: Map<string, DeviceFrame>
}

/** A batch with a checked envelope and unchecked rows. */
export type UncheckedBatch = Omit<IngestBatch, 'devices' | 'sensors'> & { devices: unknown[]; sensors?: unknown[] }

/** Rows of an imported file. */
export interface OfFile {
  importNo: number
  /** Called in the transaction of the rows, after they were stored. */
  note: (tx: Transaction, stored: { inserted: number; aside: number }) => Promise<void>
}

/** Three intervals of a logger that sends every 5 minutes. */
const liveMs = 15 * 60_000

export interface RowTests {
  isDeviceFrame: (row: unknown) => boolean
  isSensorFrame: (row: unknown) => boolean
}

/**
 * Stores a logger's batch: valid rows with everything that depends on them (latest values, roll-ups, alarm episodes),
 * in one transaction; invalid rows are returned with their reason. Returns after the commit.
 * @throws Problem logger.keyWrong when the batch names another logger than the key, service.storageFull, service.unavailable
 */
export async function ingest(
  service: Service,
  logger: SendingLogger,
  batch: UncheckedBatch,
  tests: RowTests,
  /** Rows that were kept aside or come from a file do not count as contact with the logger. */
  how: 'now' | 'again' | OfFile = 'now',
): Promise<IngestReply> {
  if (batch.logger !== logger.serial) throw new Problem('logger.keyWrong')
  await requireSpace(service)
  const now = service.now()
  const file = typeof how === 'object' ? how : undefined
  const { importNo = null } = file ?? {}
  const { devices, sensors, verdict } = await judgeBatch(service, logger, batch, tests)
  const { rejected } = verdict
  const reply = { accepted: 0, duplicates: 0, rejected, serverTime: now }
  const store = async () => {
    await ensurePartitions(service.db, instantsOf(devices, sensors))
    return service.db.transaction(write)
  }
  const isLive = [...devices, ...sensors].every(({ frame }) => now - frame.at <= liveMs)
  const urgency = isLive ? 'live' : 'late'
  const stored = await inLane(service.db, urgency, store).catch((error: unknown) => {
    if (!isPartitionMissing(error)) throw error
    forgetPartitions(service.db)
    return inLane(service.db, urgency, store)
  })
  rejected.push(...stored.rejected)
  const valid = devices.length + sensors.length - stored.rejected.length
  return { ...reply, accepted: stored.inserted, duplicates: valid - stored.inserted }

  async function write(tx: Transaction): Promise<{ inserted: number; rejected: RejectedRow[] }> {
    const places = await findPlaces(tx, new Set(devices.map(({ no }) => no)), logger.station_id)
    for (const { station_id } of places) await lockStation(tx, station_id)
    const open = await splitClosedDays(tx, { devices, sensors }, places, logger.station_id, now)
    const home = places.find(({ station_id }) => station_id === logger.station_id) ?? null
    const sent = open.sensors.map(({ frame }) => frame)
    const { devices: frames, sensors: readings, aside } = await splitValues(tx, logger.no, open.devices, sent, home)
    if (batch.correction) await correct(tx, logger, places, frames, readings, now)
    await insertKeptAside(tx, aside, now, importNo)
    const newSensors = await writeSensors(tx, places, readings)
    const newFrames = await writeDevices(tx, places, frames)
    // Frames of unassigned devices are only stored; their days are computed when the device is assigned.
    for (const place of places) {
      const own = new Set(place.device_nos)
      const ofPlace = newFrames > 0 ? frames.filter(({ no }) => own.has(no)) : []
      const ownSensors = newSensors > 0 && place.station_id === logger.station_id ? readings : []
      if (ofPlace.length + ownSensors.length === 0) continue
      await rollUp(tx, place, ofPlace, ownSensors, now)
      if (ofPlace.length > 0) await updateAlarms(tx, place.station_id, ofPlace)
    }
    // Not for files: their import reports early rows, and is repeated after the start date was moved back.
    if (!file) await insertKeptAside(tx, verdict.early, now)
    if (how === 'now') await noteHeard(tx, logger, batch, verdict, open.rejected, now)
    await file?.note(tx, { inserted: newFrames + newSensors, aside: aside.length })
    return { inserted: newFrames + newSensors, rejected: open.rejected }
  }

  async function writeSensors(tx: Transaction, places: Places, readings: readonly SensorFrame[]): Promise<number> {
    if (readings.length === 0) return 0
    const own = { no: logger.no, ...stretchOf(readings) }
    const isLocked = places.some((place) => place.station_id === logger.station_id)
    const inserted = await insertSensorFrames(tx, sensorCopyRows(logger.no, readings, importNo), own, isLocked)
    if (inserted > 0) {
      await upsertSensorLatest(tx, logger.no, own.last)
      await markSensorDaysDue(tx, logger, own, now)
    }
    return inserted
  }

  async function writeDevices(tx: Transaction, places: Places, frames: readonly OwnFrame[]): Promise<number> {
    if (frames.length === 0) return 0
    const windows = windowsOf(frames)
    const locked = new Set(places.flatMap((place) => place.device_nos))
    const isLocked = windows.every(({ deviceNo }) => locked.has(deviceNo))
    const inserted = await insertDeviceFrames(tx, deviceCopyRows(frames, now, importNo), windows, isLocked)
    if (inserted > 0) await upsertLatest(tx, windows, how === 'now' ? behindOf(batch, now) : null)
    return inserted
  }
}

/** Judges each row of a batch by itself: returns the accepted rows and the verdict on the others; writes nothing. */
export async function judgeBatch(
  service: Service,
  logger: SendingLogger,
  batch: Pick<UncheckedBatch, 'devices' | 'sensors'>,
  tests: RowTests,
): Promise<{ devices: (OwnFrame & Indexed)[]; sensors: Reading[]; verdict: Verdict }> {
  const now = service.now()
  const verdict: Verdict = { rejected: [], early: [], found: new Map() }
  const devices = await judgeDevices(service, logger, batch.devices, tests, now, verdict)
  return { devices, sensors: await judgeSensors(logger, batch.sensors ?? [], tests, now, verdict), verdict }
}

/** Range of a clock's lag, s: less cannot be told from slow transfer, more than any time zone is not a clock's lag. */
const [noticedLagS, longestLagS] = [20, 26 * 3600]

/** Lag of the logger's clock, s. */
function behindOf({ loggerTime }: UncheckedBatch, now: number): number {
  const behindS = (now - loggerTime) / 1000
  return behindS < noticedLagS || behindS > longestLagS ? 0 : behindS
}

const refusedForGood: ReadonlySet<string> = new Set(refusedRowCodes)

/** Stores the contact: time, what the logger reports of itself, counts of refused rows, and devices not added yet. */
async function noteHeard(
  tx: Transaction,
  { id }: SendingLogger,
  { seq, loggerTime, firmware, backlogRows }: UncheckedBatch,
  { found, rejected }: Verdict,
  ofClosedDays: readonly RejectedRow[],
  now: number,
): Promise<void> {
  const said = { ...(firmware !== undefined && { firmware }), ...(backlogRows !== undefined && { backlogRows }) }
  const refused = [...rejected, ...ofClosedDays].filter(({ code }) => refusedForGood.has(code))
  const [last] = refused.slice(-1)
  const why = last && { refused: { counts: countsOf(refused), code: last.code } }
  await updateLogger(tx, { id, seq, now, loggerTime, ...said, ...why })
  if (found.size > 0) await upsertFound(tx, id, [...found.values()], now)
}

function countsOf(refused: readonly RejectedRow[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { code } of refused) counts[code] = (counts[code] ?? 0) + 1
  return counts
}

/** A row from before its station's start date is kept aside until that date is moved back. */
const earlyFault = (at: number, place: { starts_at: number | null }): RowErrorCode | null =>
  place.starts_at !== null && at < place.starts_at ? 'row.beforeStart' : null

type Places = Awaited<ReturnType<typeof findPlaces>>

async function judgeDevices(
  service: Service,
  logger: SendingLogger,
  rows: readonly unknown[],
  tests: RowTests,
  now: number,
  { rejected, early, found: foundSerials }: Verdict,
): Promise<(OwnFrame & Indexed)[]> {
  const turns = new Turns()
  const frames: (DeviceFrame | null)[] = []
  for (const row of rows) {
    frames.push(tests.isDeviceFrame(row) ? (row as DeviceFrame) : null)
    if (turns.isOver()) await turns.next()
  }
  const serials = new Set(frames.flatMap((frame) => (frame ? [frame.serial] : [])))
  const found = await findDevicesBySerial(service.db.read, logger.account_id, [...serials])
  const known = Map.groupBy(found, (device) => device.serial)
  const own: (OwnFrame & Indexed)[] = []
  for (const [index, frame] of frames.entries()) {
    if (turns.isOver()) await turns.next()
    const device = frame ? deviceAt(known.get(frame.serial), frame.at) : undefined
    const code = judge(frame, device)
    if (code) rejected.push({ list: 'devices', index, code })
    if (code === 'row.beforeStart' && frame && device) {
      early.push({ loggerNo: logger.no, deviceNo: device.no, at: frame.at, reason: 'beforeStart', frame })
    }
    if (code === 'row.unknownSerial' && frame && isTakable(frame, now)) noteNewest(foundSerials, frame)
    if (!code && frame && device) own.push({ no: device.no, ratedW: device.rated_power_w, frame, index })
  }
  return own

  function judge(frame: DeviceFrame | null, device: (typeof found)[number] | undefined): RowErrorCode | null {
    if (!frame) return 'row.malformed'
    const foreign = deviceOwnerError(device, logger)
    if (foreign || !device) return foreign
    const fault = clockFault(frame.at, now) ?? (isDeviceInRange(frame, device.rated_power_w) ? null : 'row.outOfRange')
    return fault ?? earlyFault(frame.at, device)
  }
}

const serialTest = new RegExp(deviceSerialPattern)

/** Whether an owner could add this device: a valid serial, and plausible current values. */
const isTakable = (frame: DeviceFrame, now: number) =>
  serialTest.test(frame.serial) &&
  clockFault(frame.at, now) === null &&
  isDeviceInRange(frame, frame.ratedPowerW ?? Infinity)

function noteNewest(found: Map<string, DeviceFrame>, frame: DeviceFrame): void {
  const known = found.get(frame.serial)
  if (!known || known.at < frame.at) found.set(frame.serial, frame)
}

type Reading = Indexed & { frame: SensorFrame }

async function judgeSensors(
  logger: SendingLogger,
  rows: readonly unknown[],
  tests: RowTests,
  now: number,
  { rejected, early }: Verdict,
): Promise<Reading[]> {
  const turns = new Turns()
  const own: Reading[] = []
  for (const [index, row] of rows.entries()) {
    if (turns.isOver()) await turns.next()
    const frame = row as SensorFrame
    const code = tests.isSensorFrame(row)
      ? (clockFault(frame.at, now) ?? (isSensorInRange(frame) ? earlyFault(frame.at, logger) : 'row.outOfRange'))
      : 'row.malformed'
    if (code === 'row.beforeStart') {
      early.push({ loggerNo: logger.no, deviceNo: null, at: frame.at, reason: 'beforeStart', frame })
    }
    if (code) rejected.push({ list: 'sensors', index, code })
    else own.push({ frame, index })
  }
  return own
}

function* instantsOf(devices: readonly OwnFrame[], sensors: readonly Reading[]) {
  // Rows mostly follow each other in time: yield each run of a day once.
  let last = Number.NaN
  for (const { frame } of [...devices, ...sensors]) {
    const day = Math.floor(frame.at / 86_400_000)
    if (day !== last) yield frame.at
    last = day
  }
}
