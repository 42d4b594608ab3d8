/**
 * The 32 alarm codes: bits of the 32-bit error code at registers 0x101E/0x101F.
 * E1-E8 = bits 0-7, A1-A8 = 8-15, C1-C8 = 16-23, F1-F8 = 24-31.
 * Name, reason and suggestion are translations under `alarm.<code>.*`.
 */
export const alarmGroups = ['E', 'A', 'C', 'F'] as const

export const alarmCodes = [
  'E1',
  'E2',
  'E3',
  'E4',
  'E5',
  'E6',
  'E7',
  'E8',
  'A1',
  'A2',
  'A3',
  'A4',
  'A5',
  'A6',
  'A7',
  'A8',
  'C1',
  'C2',
  'C3',
  'C4',
  'C5',
  'C6',
  'C7',
  'C8',
  'F1',
  'F2',
  'F3',
  'F4',
  'F5',
  'F6',
  'F7',
  'F8',
] as const

/**
 * Codes that the service raises for missing data: of an inverter, or of all devices of a logger. No bits of the error
 * word.
 */
export const silenceCodes = ['S1', 'S2'] as const

/** All alarm codes. */
export const knownAlarmCodes = [...alarmCodes, ...silenceCodes] as const

export type AlarmCode = (typeof knownAlarmCodes)[number]

export const isSilence = (code: AlarmCode): boolean => silenceCodes.some((known) => known === code)

/** Notice: the inverter recovers by itself. Fault: a person must act. */
export type AlarmClass = 'notice' | 'fault'

const faults: ReadonlySet<AlarmCode> = new Set<AlarmCode>([
  ...silenceCodes,
  'A2',
  'A7',
  'C1',
  'C2',
  'C5',
  'C7',
  'F1',
  'F3',
  'F4',
  'F5',
  'F6',
  'F7',
  'F8',
])

export function alarmClassOf(code: AlarmCode): AlarmClass {
  return faults.has(code) ? 'fault' : 'notice'
}

/** Codes that dawn, dusk or weak light can cause: shown, but nobody is notified. */
export const lowLightAlarms: ReadonlySet<AlarmCode> = new Set(['A2', 'A4', 'A5'])

/** Bit of a code in the error word; -1: none. */
export function alarmBitOf(code: AlarmCode): number {
  return alarmCodes.findIndex((known) => known === code)
}

/** Codes set in a 32-bit error word, lowest bit first. */
export function alarmsIn(errorWord: number | null | undefined): (typeof alarmCodes)[number][] {
  return alarmCodes.filter((_, bit) => ((errorWord ?? 0) >>> bit) & 1)
}

/** The 32-bit error word (unsigned) in which exactly these codes are set. */
export function errorWordOf(codes: readonly AlarmCode[]): number {
  return codes.reduce((word, code) => (isSilence(code) ? word : (word | (1 << alarmBitOf(code))) >>> 0), 0)
}

/**
 * Basis of an episode's loss: the sibling devices (for a string: those of its inverter), the irradiance with the
 * station's ratio in the weeks before, or the device's output at that time on the days before.
 */
export const lossBases = ['siblings', 'irradiance', 'daysBefore'] as const
export type LossBasis = (typeof lossBases)[number]
/** From this share of its daylight on, an episode's loss counts as completely known: the rest is the edge of a bin. */
export const wholeLossShare = 0.98

/** Maximum number of alarms in one call. */
export const maxCaredAlarms = 100
