import type { SensorFrame } from '@helioport/contract/ingest'
import { Turns } from '../base/turns.ts'
import type { Transaction } from '../database/session.ts'
import type { Place } from '../figure/sun.ts'
import type { OwnFrame } from '../telemetry/judge-frames.ts'
import { deviceFaults, type Faults, sensorFaults, split } from '../telemetry/plausible.ts'
import { type AcceptedStretch, findAccepted } from '../telemetry/queries/accepted-value.ts'
import { findLitInstants } from '../telemetry/queries/lit-instant.ts'
import type { AsideRow } from '../telemetry/queries/kept-aside.ts'

interface Split {
  devices: OwnFrame[]
  sensors: SensorFrame[]
  aside: AsideRow[]
}

/**
 * Takes implausible values out of frames; the other values of the frame stay. Values that a person accepted stay, too.
 */
export async function splitValues(
  tx: Transaction,
  loggerNo: number,
  devices: readonly OwnFrame[],
  sensors: readonly SensorFrame[],
  place: Place | null,
): Promise<Split> {
  const faultyDevices: (readonly [OwnFrame, Faults])[] = []
  const faultySensors: (readonly [SensorFrame, Faults])[] = []
  const turns = new Turns()
  for (const own of devices) {
    const faults = deviceFaults(own.frame, own.ratedW)
    if (faults) faultyDevices.push([own, faults])
    if (turns.isOver()) await turns.next()
  }
  for (const frame of sensors) {
    const faults = sensorFaults(frame, place)
    if (faults) faultySensors.push([frame, faults])
    if (turns.isOver()) await turns.next()
  }
  await dropLit(tx, loggerNo, devices, faultySensors)
  if (faultyDevices.length + faultySensors.length === 0)
    return { devices: [...devices], sensors: [...sensors], aside: [] }
  const accepted = await findAccepted(tx, {
    loggerNos: [loggerNo],
    deviceNos: [...new Set(faultyDevices.map(([{ no }]) => no))],
  })
  const aside: AsideRow[] = []
  const restOf = new Map<OwnFrame | SensorFrame, OwnFrame | SensorFrame>()
  for (const [own, faults] of faultyDevices) {
    const open = withoutAccepted(faults, accepted, own.no, own.frame.at)
    const { rest, aside: taken } = split(own.frame, open)
    restOf.set(own, { ...own, frame: rest })
    aside.push(...taken.map((each) => ({ ...each, loggerNo, deviceNo: own.no, at: own.frame.at })))
  }
  for (const [frame, faults] of faultySensors) {
    const { rest, aside: taken } = split(frame, withoutAccepted(faults, accepted, null, frame.at))
    restOf.set(frame, rest)
    aside.push(...taken.map((each) => ({ ...each, loggerNo, deviceNo: null, at: frame.at })))
  }
  return {
    devices: devices.map((own) => (restOf.get(own) as OwnFrame | undefined) ?? own),
    sensors: sensors.map((frame) => (restOf.get(frame) as SensorFrame | undefined) ?? frame),
    aside,
  }
}

/** An inverter that makes this share of its rated power has sun, even if location or clock of the station are wrong. */
const litShare = 0.01

/** Light at night is accepted where inverters made power then, in these frames or in stored ones. */
async function dropLit(
  tx: Transaction,
  loggerNo: number,
  devices: readonly OwnFrame[],
  faulty: readonly (readonly [SensorFrame, Faults])[],
): Promise<void> {
  const dark = faulty.filter(([, faults]) => faults.nightLight)
  if (dark.length === 0) return
  const own = devices.flatMap(({ frame, ratedW }) => ((frame.powerW ?? 0) > litShare * ratedW ? [frame.at] : []))
  const instants = dark.map(([{ at }]) => at)
  const lit = new Set([...own, ...(await findLitInstants(tx, loggerNo, instants, litShare))])
  for (const [{ at }, faults] of dark) if (lit.has(at)) delete faults.nightLight
}

function withoutAccepted<F extends object>(
  faults: F,
  accepted: readonly AcceptedStretch[],
  deviceNo: number | null,
  at: number,
): F {
  const isOpen = (reason: string) =>
    !accepted.some((own) => own.deviceNo === deviceNo && own.reason === reason && own.from <= at && at <= own.to)
  return Object.fromEntries(Object.entries(faults).filter(([reason]) => isOpen(reason))) as F
}
