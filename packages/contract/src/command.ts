import { settingKinds } from './setting.ts'

/** What can be set or asked of devices from afar. */
export const commandKinds = [...settingKinds, 'ivScan'] as const
export type CommandKind = (typeof commandKinds)[number]

/** Why a command was made: a person asked, its time ran out, or a person took it back. */
export const commandCauses = ['person', 'revert', 'undo'] as const
export type CommandCause = (typeof commandCauses)[number]

/**
 * States of one device's part: QUEUED > SENT > DELIVERED > SUCCESSFUL | FAILED | TIMEOUT | EXPIRED, then, for a setting,
 * READ_BACK_OK | MISMATCH. UNKNOWN: the logger fell silent after it may have written; it is asked to read back.
 * CANCELLED: a person took it away before it was executed, or stopped its scan.
 */
export const commandStates = [
  'QUEUED',
  'SENT',
  'DELIVERED',
  'UNKNOWN',
  'SUCCESSFUL',
  'READ_BACK_OK',
  'MISMATCH',
  'FAILED',
  'TIMEOUT',
  'EXPIRED',
  'CANCELLED',
] as const
export type CommandState = (typeof commandStates)[number]

/**
 * Why a device's part ended without success; the first ones are found by the pre-check. `wrongSign`: the value was read
 * back, but the reactive power flows the other way.
 */
export const commandReasons = [
  'unsupported',
  'uninitialized',
  'offline',
  'busy',
  'fault',
  'rejected',
  'noAnswer',
  'notEnoughLight',
  'canaryFailed',
  'superseded',
  'loggerSilent',
  'wrongSign',
] as const
export type CommandReason = (typeof commandReasons)[number]

const ended: readonly CommandState[] = ['READ_BACK_OK', 'MISMATCH', 'FAILED', 'TIMEOUT', 'EXPIRED', 'CANCELLED']

/** Nothing more will happen to it. A scan ends with its curves, a setting with the value that was read back. */
export function hasEnded(kind: CommandKind, state: CommandState): boolean {
  return ended.includes(state) || (kind === 'ivScan' && state === 'SUCCESSFUL')
}

/** Ended as it was meant to. */
export function isDone(kind: CommandKind, state: CommandState): boolean {
  return state === (kind === 'ivScan' ? 'SUCCESSFUL' : 'READ_BACK_OK')
}

/** How a part, or a whole command, ended; `open`: it has not. */
export type CommandOutcome = 'open' | 'done' | 'failed'

export function outcomeOf(kind: CommandKind, state: CommandState): CommandOutcome {
  if (!hasEnded(kind, state)) return 'open'
  return isDone(kind, state) ? 'done' : 'failed'
}

/** So many files of tracers are kept of one inverter. */
export const maxIvFiles = 500

/** About how long one device is scanned; the bus of a logger takes one device after the other. */
export const ivScanMs = 10 * 60_000
export const ivPointCount = 64
/** Under this in-plane irradiance (W/m2) a scan is valid, but nothing is said about the string. */
export const minIrradianceForVerdict = 300

/** More devices at once than this go to one of them first: the others follow when it has read back the value. */
export const maxDevicesWithoutCanary = 20
export const maxCommandDevices = 200
export const maxRevertMinutes = 7 * 24 * 60

/** What a string's curve says against its siblings; `soilingAll`: all of them against datasheet and irradiance sensor. */
export const ivVerdicts = [
  'healthy',
  'openString',
  'shade',
  'soiling',
  'soilingAll',
  'shunt',
  'seriesResistance',
  'shortedSubstring',
  'pid',
  'mismatch',
] as const
export type IvVerdict = (typeof ivVerdicts)[number]

/** What a person says of a verdict. */
export const ivReviews = ['confirmed', 'rejected'] as const
/** Characters of the note beside it. */
export const maxReviewNote = 500
/** Letters of what is said against a large order. */
export const maxRejection = 500

/** Why there is no verdict although the scan is valid. `ambiguous`: more than one cause fits the points. */
export const ivSilences = [
  'lowIrradiance',
  'noIrradiance',
  'tooFewPoints',
  'unsteadyLight',
  'ambiguous',
  'nothingToCompare',
] as const
export type IvSilence = (typeof ivSilences)[number]

/**
 * The measure that decided about a string: Isc, Voc, the share of Isc at which bypass diodes take over, slopes at the
 * ends of the curve (ohm; share of Isc that is lost), the spread of its modules' currents, the fill factor.
 */
export const ivMeasures = ['current', 'voltage', 'step', 'slopeAtVoc', 'slopeAtIsc', 'spread', 'fillFactor'] as const
export type IvMeasure = (typeof ivMeasures)[number]

/** What a string was held against. */
export const ivBases = ['siblings', 'datasheet', 'past', 'itself'] as const
export type IvBasis = (typeof ivBases)[number]
