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
  whoseDevice,
} from '../telemetry/judge-frames.ts'
import { inLane } from '../telemetry/lane.ts'
import { Problem } from '../base/problem.ts'
import { rollUp } from '../energy/kept/roll-up.ts'
import { markSensorDaysDue } from '../energy/queries/day-analysis.ts'
import { requireSpace } from '../base/storage.ts'

export type { KeyedLogger, SendingLogger }

/** What a judge says of a batch besides the rows that passed. */
interface Verdict {
  rejected: RejectedRow[]
  /** From before the start date of their station. */
  early: AsideRow[]
  /** The newest of each serial that the account does not have. */
  found: Map<string, DeviceFrame>
}

/** A batch whose envelope was checked and whose rows are still anything. */
export type UncheckedBatch = Omit<IngestBatch, 'devices' | 'sensors'> & { devices: unknown[]; sensors?: unknown[] }

/** Rows of a file that a person brings in. */
export interface OfFile {
  importNo: number
  /** Called in the transaction of the rows, after they were stored. */
  note: (tx: Transaction, stored: { inserted: number; aside: number }) => Promise<void>
}

/** Three uploads of a logger that sends every 5 minutes. */
const liveMs = 15 * 60_000

export interface RowTests {
  isDeviceFrame: (row: unknown) => boolean
  isSensorFrame: (row: unknown) => boolean
}

/**
 * Takes a logger's batch: good rows are stored with all that follows from them (latest values, roll-ups, alarm
 * episodes) in one transaction, bad rows are named with their reason. Returns after the commit.
 * @throws Problem logger.keyWrong when the batch names another logger than the key, service.storageFull, service.unavailable
 */
export async function ingest(
  service: Service,
  logger: SendingLogger,
  batch: UncheckedBatch,
  tests: RowTests,
  /** Rows that were kept aside, or stand in a file, say nothing of when the logger was heard. */
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
    // What no station has is kept as it came; its days are computed when it is assigned.
    for (const place of places) {
      const own = new Set(place.device_nos)
      const ofPlace = newFrames > 0 ? frames.filter(({ no }) => own.has(no)) : []
      const ownSensors = newSensors > 0 && place.station_id === logger.station_id ? readings : []
      if (ofPlace.length + ownSensors.length === 0) continue
      await rollUp(tx, place, ofPlace, ownSensors, now)
      if (ofPlace.length > 0) await updateAlarms(tx, place.station_id, ofPlace)
    }
    // Of a file it is told; whoever moves the start date back brings it in again.
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

/** The rows of a batch that pass by themselves, and what is said of the others; nothing is written. */
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

/** By less no clock is told from a slow way to the service, by more than any zone it is none, s. */
const [noticedLagS, longestLagS] = [20, 26 * 3600]

/** How far the logger's clock is behind, s. */
function behindOf({ loggerTime }: UncheckedBatch, now: number): number {
  const behindS = (now - loggerTime) / 1000
  return behindS < noticedLagS || behindS > longestLagS ? 0 : behindS
}

const refusedForGood: ReadonlySet<string> = new Set(refusedRowCodes)

/** When the logger was heard, what it says of itself, how many of its rows were refused, and of devices that nobody has taken over. */
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
    const foreign = whoseDevice(device, logger)
    if (foreign || !device) return foreign
    const fault = clockFault(frame.at, now) ?? (isDeviceInRange(frame, device.rated_power_w) ? null : 'row.outOfRange')
    return fault ?? earlyFault(frame.at, device)
  }
}

const serialTest = new RegExp(deviceSerialPattern)

/** Whether an owner could take this device over: a serial that he may enter, and values of now. */
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
  // Rows of a month lie close together: name each stretch of a day once.
  let last = Number.NaN
  for (const { frame } of [...devices, ...sensors]) {
    const day = Math.floor(frame.at / 86_400_000)
    if (day !== last) yield frame.at
    last = day
  }
}
