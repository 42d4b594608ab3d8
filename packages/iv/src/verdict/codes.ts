/** Verdicts on a string. `soilingAll`: all strings alike, against past or datasheet, by the irradiance sensor. */
export const verdictCodes = [
  'healthy',
  'soiling',
  'soilingAll',
  'shade',
  'seriesResistance',
  'shunt',
  'openString',
  'shortedSubstring',
  'pid',
  'mismatch',
] as const
export type VerdictCode = (typeof verdictCodes)[number]
export type FaultCode = Exclude<VerdictCode, 'healthy'>

/** Reasons why there is no verdict. */
export const silenceCodes = ['tooDark', 'unsteadyLight', 'tooFewPoints', 'ambiguous', 'nothingToCompare'] as const
export type SilenceCode = (typeof silenceCodes)[number]

/** What a string was compared with. */
export type Basis = 'siblings' | 'datasheet' | 'past' | 'itself'

/** The measure that decided. */
export interface Evidence {
  /**
   * `current`, `voltage`: Isc (A), Voc (V) · `step`: share of Isc at which bypass diodes take over · `slopeAtVoc`,
   * `slopeAtIsc`: ohm and share of Isc lost towards half of Voc · `spread`: of the modules' currents, share.
   */
  measure: 'current' | 'voltage' | 'step' | 'slopeAtVoc' | 'slopeAtIsc' | 'spread' | 'fillFactor'
  value: number
  expected: number
  /** Share of Pmp that is lost by the fault. */
  lossShare: number
  against: Basis
  /** Indexes in the measured lists of the points that differ most from the expectation. */
  samples: number[]
}

export interface Verdict {
  verdict: VerdictCode | null
  /** 0 to 1; null without a verdict. */
  confidence: number | null
  evidence: Evidence | null
  silence: SilenceCode | null
}

export const silentAs = (silence: SilenceCode): Verdict => ({
  verdict: null,
  confidence: null,
  evidence: null,
  silence,
})
