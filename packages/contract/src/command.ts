import { settingKinds } from './setting.ts'

/** Kinds of remote commands: settings and IV scans. */
export const commandKinds = [...settingKinds, 'ivScan'] as const
export type CommandKind = (typeof commandKinds)[number]

/** Why a command was created: a person ordered it, its time limit expired, or a person reverted an earlier one. */
export const commandCauses = ['person', 'revert', 'undo'] as const
export type CommandCause = (typeof commandCauses)[number]

/**
 * States of a command device: QUEUED > SENT > DELIVERED > SUCCESSFUL | FAILED | TIMEOUT | EXPIRED, then, for a setting,
 * READ_BACK_OK | MISMATCH. UNKNOWN: the logger fell silent after it may have written; the service asks it to read back.
 * CANCELLED: a person cancelled it before execution, or stopped its scan.
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
 * Why a command device ended without success; the pre-check finds the first ones. `wrongSign`: the read-back value is
 * right, but the reactive power flows in the opposite direction.
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

/** Whether the state is final. A scan ends with its curves, a setting with its read-back value. */
export function hasEnded(kind: CommandKind, state: CommandState): boolean {
  return ended.includes(state) || (kind === 'ivScan' && state === 'SUCCESSFUL')
}

/** Whether the command device ended successfully. */
export function isDone(kind: CommandKind, state: CommandState): boolean {
  return state === (kind === 'ivScan' ? 'SUCCESSFUL' : 'READ_BACK_OK')
}

/** Outcome of a command device, or of a whole command; `open`: not ended yet. */
export type CommandOutcome = 'open' | 'done' | 'failed'

export function outcomeOf(kind: CommandKind, state: CommandState): CommandOutcome {
  if (!hasEnded(kind, state)) return 'open'
  return isDone(kind, state) ? 'done' : 'failed'
}

/** Maximum number of curve tracer files that are kept per inverter. */
export const maxIvFiles = 500

/** Approximate duration of one device's scan; a logger's bus scans one device after the other. */
export const ivScanMs = 10 * 60_000
export const ivPointCount = 64
/** Below this in-plane irradiance (W/m2) a scan is valid, but strings get no verdict. */
export const minIrradianceForVerdict = 300

/**
 * A command for more devices than this starts with one canary device; the others follow after its successful read-back.
 */
export const maxDevicesWithoutCanary = 20
export const maxCommandDevices = 200
export const maxRevertMinutes = 7 * 24 * 60

/**
 * Verdict on a string's curve compared with its siblings; `soilingAll`: all siblings compared with datasheet and
 * irradiance sensor.
 */
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

/** A person's review of a verdict. */
export const ivReviews = ['confirmed', 'rejected'] as const
/** Maximum length of a review's note. */
export const maxReviewNote = 500
/** Maximum length of the reason for rejecting a large order. */
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
 * The measure that decided the verdict on a string: Isc, Voc, the share of Isc at which bypass diodes conduct, slopes
 * at the ends of the curve (ohm; share of Isc that is lost), the spread of its modules' currents, the fill factor.
 */
export const ivMeasures = ['current', 'voltage', 'step', 'slopeAtVoc', 'slopeAtIsc', 'spread', 'fillFactor'] as const
export type IvMeasure = (typeof ivMeasures)[number]

/** What a string was compared with. */
export const ivBases = ['siblings', 'datasheet', 'past', 'itself'] as const
export type IvBasis = (typeof ivBases)[number]
