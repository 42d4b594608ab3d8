import type { Figures, Measured } from '../curve/figures.ts'
import { clamp } from '../curve/statistics.ts'
import { type Basis, type Evidence, type FaultCode, silentAs, type Verdict } from './codes.ts'
import {
  alikeness,
  distancesOf,
  type Expectation,
  fitHypothesis,
  type FitTask,
  type HypothesisFit,
  sigmaOf,
} from './fit-hypothesis.ts'
import { commonCount, healthyHypothesis, hypotheses, unevenFrom } from './hypotheses.ts'
import { modelPower, soundGroups } from './string-model.ts'

export interface Compared {
  expectation: Expectation
  /** Figures of the expected curve. */
  figures: Figures
  against: Basis
}

/** Thresholds for verdicts; they depend on light and on the kind of comparison. */
export interface Care {
  /** Minimal gain of a fault over "sound", in units of the sum of squares. */
  flag: number
  /** Maximal gain for the verdict "sound"; between `sound` and `flag` there is no verdict. */
  sound: number
  /** Noise, as a share of Isc, that hides small faults: beyond it no string is called sound. */
  blindNoise: number
  /** Minimal gain over the second best fault. */
  apart: number
  /** Minimal size of a fault, as a share of Isc, Voc and series resistance. */
  current: number
  voltage: number
  series: number
  /** Factor on the confidence for low sun, clouds and few strings to compare. */
  trust: number
}

/** Deviations of a string's current, voltage and series resistance from the expectation, as shares. */
export function soundOffsets(measured: Measured, { expectation }: Compared) {
  const task = { curve: measured.clean, expectation, sigma: sigmaOf(measured.clean, expectation) }
  const [current = 0, voltage = 0, series = 0] = fitHypothesis(task, healthyHypothesis, [0, 0, 0, 0]).parameters
  return { current, voltage, series }
}

const leastLoss: Record<FaultCode, number> = {
  soiling: 0.02,
  soilingAll: 0.02,
  shade: 0.006,
  seriesResistance: 0.008,
  shunt: 0.015,
  openString: 0,
  shortedSubstring: 0.008,
  pid: 0.035,
  mismatch: 0.003,
}

export function judgeString(measured: Measured, compared: Compared, care: Care): Verdict {
  const { expectation } = compared
  const task: FitTask = { curve: measured.clean, expectation, sigma: sigmaOf(measured.clean, expectation) }
  const sound = fitHypothesis(task, healthyHypothesis, [0, 0, 0, 0])
  const dirty = [measured.figures.iscA / compared.figures.iscA - 1, 0, 0, 0]
  const from = (code: string) => (code === 'soiling' ? dirty : sound.parameters)
  const fits = hypotheses
    .map((hypothesis) => fitHypothesis(task, hypothesis, from(hypothesis.code)))
    .filter((fit) => isMaterial(fit, compared, care))
    .toSorted((a, b) => a.cost - b.cost)
  const first = fits[0]
  if (!first) return soundOrSilent(measured, compared, care, 0)
  const best = orUneven(task, first, fits)
  // A misfit of all hypotheses reduces the weight of all differences.
  const unexplained =
    Math.max(best.cost / (task.curve.voltageV.length - 4), 1) *
    alikeness(distancesOf(task, best.hypothesis, best.parameters))
  const gain = (sound.cost - best.cost) / unexplained
  if (gain < care.flag) return soundOrSilent(measured, compared, care, gain)
  const rival = fits.find(({ hypothesis }) => hypothesis.code !== best.hypothesis.code)
  const lead = rival ? (rival.cost - best.cost) / unexplained : Number.POSITIVE_INFINITY
  if (lead < care.apart) return silentAs('ambiguous')
  const evidence = evidenceOf(task, measured, compared, best)
  const rivalShare = Math.exp(-Math.min(lead, gain) / 2)
  const confidence = clamp((1 / (1 + rivalShare)) * care.trust * quiet(measured), 0.3, 0.99)
  return { verdict: codeOf(best), confidence: round2(confidence), evidence, silence: null }
}

/** A few modules that differ by chance look like a leak, unless each may have its own current. */
function orUneven(task: FitTask, best: HypothesisFit, fits: readonly HypothesisFit[]): HypothesisFit {
  const isClose = best.cost > 1.2 * task.curve.voltageV.length
  const spread = fits.find(({ hypothesis }) => hypothesis.code === 'mismatch')
  if (best.hypothesis.code !== 'shunt' || !isClose || !spread) return best
  const uneven = fitHypothesis(
    task,
    unevenFrom(spread.parameters.slice(commonCount)),
    spread.parameters.slice(0, commonCount),
  )
  return uneven.cost < best.cost ? uneven : best
}

/** Noise reduces the confidence: 2 % of Isc by a tenth. */
const quiet = ({ clean, figures }: Measured) => 1 - clamp((5 * clean.noiseA) / figures.iscA, 0, 0.4)
const round2 = (value: number) => Math.round(value * 100) / 100

function soundOrSilent(measured: Measured, compared: Compared, care: Care, gain: number): Verdict {
  const isBlind = measured.clean.noiseA > care.blindNoise * measured.figures.iscA
  return gain > care.sound || isBlind ? silentAs('ambiguous') : soundVerdict(measured, compared, care, gain)
}

/** The verdict "sound"; its confidence is lower if a fault was almost found. */
function soundVerdict(measured: Measured, { figures, against }: Compared, care: Care, gain: number): Verdict {
  const confidence = clamp((0.97 - 0.4 * clamp(gain / care.flag, 0, 1)) * care.trust * quiet(measured), 0.3, 0.97)
  const evidence: Evidence = {
    measure: 'fillFactor',
    value: measured.figures.fillFactor,
    expected: figures.fillFactor,
    lossShare: 0,
    against,
    samples: [],
  }
  return { verdict: 'healthy', confidence: round2(confidence), evidence, silence: null }
}

/** A step at more than this share of the light is mismatch, not shade. */
const shallowStep = 0.9

/** Steps near the full current need a larger loss, because drifting light causes such steps too. */
const faintStep = 0.82
const faintLoss = 0.012
const shallowLoss = 0.008

function codeOf({ hypothesis, parameters }: HypothesisFit): FaultCode | 'healthy' {
  const [share = 0, light = 1] = parameters.slice(commonCount)
  if (hypothesis.code !== 'shade') return hypothesis.code
  if (light > shallowStep) return 'mismatch'
  // Nearly the whole string has less light.
  return share > 0.88 ? 'soiling' : 'shade'
}

function isMaterial(fit: HypothesisFit, compared: Compared, care: Care): boolean {
  const [current = 0, voltage = 0, series = 0] = fit.parameters
  const code = codeOf(fit)
  if (code === 'healthy') return false
  if (fit.hypothesis.code === 'soiling' && current > -care.current) return false
  if (fit.hypothesis.code === 'shortedSubstring' && voltage > -care.voltage) return false
  if (fit.hypothesis.code === 'seriesResistance' && series < care.series) return false
  const light = fit.hypothesis.code === 'shade' ? (fit.parameters[commonCount + 1] ?? 0) : 0
  const least = light > shallowStep ? shallowLoss : light > faintStep ? faintLoss : leastLoss[code]
  return lossOf(fit, compared) >= least
}

/** Share of Pmp that is lost by the fault alone. */
function lossOf({ hypothesis, parameters }: HypothesisFit, { expectation }: Compared): number {
  const { model } = expectation
  const [current = 0, voltage = 0, series = 0] = parameters
  const whole = modelPower(model, soundGroups(model), 0)
  const added = parameters.slice(commonCount)
  switch (hypothesis.free) {
    case 'current':
      return -current
    case 'voltage':
      return -voltage
    case 'series':
      return 1 - modelPower(model, soundGroups(model), series * model.diode.seriesOhm) / whole
    default:
      return 1 - modelPower(model, hypothesis.groups(model, added), 0) / whole
  }
}

function evidenceOf(task: FitTask, measured: Measured, compared: Compared, best: HypothesisFit): Evidence {
  const { figures: own } = measured
  const { figures: wanted, against } = compared
  const added = best.parameters.slice(commonCount)
  const distances = distancesOf(task, healthyHypothesis, [0, 0, 0, 0])
  const samples = [...distances.keys()]
    .toSorted((a, b) => Math.abs(distances[b] ?? 0) - Math.abs(distances[a] ?? 0))
    .slice(0, 8)
    .map((i) => measured.clean.samples[i] ?? i)
    .toSorted((a, b) => a - b)
  const common = { lossShare: lossOf(best, compared), against, samples }
  const { vocV } = wanted
  const half = (iscA: number, at: number) => 1 - at / iscA
  switch (codeOf(best)) {
    case 'soiling':
      return { measure: 'current', value: own.iscA, expected: wanted.iscA, ...common }
    case 'shortedSubstring':
      return { measure: 'voltage', value: own.vocV, expected: wanted.vocV, ...common }
    case 'seriesResistance':
      return { measure: 'slopeAtVoc', value: own.seriesOhm ?? 0, expected: wanted.seriesOhm ?? 0, ...common }
    case 'shade':
      return { measure: 'step', value: added[1] ?? 0, expected: 1, ...common }
    case 'mismatch':
      return {
        measure: 'spread',
        value: best.hypothesis.code === 'shade' ? 1 - (added[1] ?? 1) : Math.abs(added[0] ?? 0),
        expected: 0,
        ...common,
      }
    case 'pid':
      return { measure: 'fillFactor', value: own.fillFactor, expected: wanted.fillFactor, ...common }
    default: {
      const expectedHalf = expectedAt(task, vocV / 2)
      return {
        measure: 'slopeAtIsc',
        value: half(own.iscA, measured.smooth.at(vocV / 2)),
        expected: half(wanted.iscA, expectedHalf),
        ...common,
      }
    }
  }
}

function expectedAt({ expectation: { model, rest } }: FitTask, v: number): number {
  const { diode } = model
  const near = rest.voltageV.findIndex((x) => x >= v)
  const vd = v + diode.photoA * diode.seriesOhm
  return (
    diode.photoA - diode.saturationA * Math.expm1(vd / diode.thermalV) - diode.shuntS * vd + (rest.currentA[near] ?? 0)
  )
}
