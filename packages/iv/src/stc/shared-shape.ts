import type { CleanCurve } from '../curve/clean.ts'
import { measureClean, type Measured } from '../curve/figures.ts'
import type { DiodePriors } from '../curve/smooth.ts'
import { clamp, median, robustSpread } from '../curve/statistics.ts'
import { type DiodeFit, fitDiode } from '../diode/fit-diode.ts'

/** Strings of equal length in the same light and heat, and what they tell about each other. */
export interface Shared {
  /** Mean of the strings that agree. */
  group: Measured
  /**
   * Each string, in its order, measured with the group as prior. `agrees`: 1: its shape is that of the group within its
   * noise, 0: its own points alone tell it.
   */
  strings: { measured: Measured; agrees: number }[]
}

/** Of two strings nobody knows which one is sound. */
const fewest = 3

/** Smallest difference of sound strings that is assumed, as a share: of IL, Voc, a, Rs and Isc/Voc. */
const least = { photoA: 0.0005, openV: 0.0003, thermalV: 0.005, seriesOhm: 0.01, shuntS: 0.0005 }

const levels = ['photoA', 'openV'] as const
const shapes = ['thermalV', 'seriesOhm', 'shuntS'] as const
type Level = (typeof levels)[number]
type Name = keyof typeof least
type Spreads<T extends Name = Name> = Record<T, number>

/**
 * Chi squared at which a string counts half as one of the group: of two degrees of freedom (current and voltage) and of
 * three (shape). One of 150 sound strings is above each.
 */
const half = { level: 10, shape: 12 }

/** Faults hardly change the thermal voltage, which is that of the cells: spread as a share. */
const looseThermal = 0.02

/** Rounds of grouping: the first one finds the strings that agree. */
const rounds = 3

/**
 * Empirical Bayes: the strings tell by how much they differ beyond their noise, and each string's fit gets the group's
 * values with this spread as prior. A string that disagrees beyond its noise (a fault) keeps the spread of its modules.
 * Null: fewer than three strings.
 */
export function sharedShape(strings: readonly Measured[], priors: DiodePriors): Shared | null {
  const fits = strings.flatMap(({ smooth }) => smooth.fit ?? [])
  if (strings.length < fewest || fits.length < strings.length) return null
  const noise = noiseOf(strings, fits)
  const shape = spreadsOf(fits, shapes)
  let [levelFits, isMember] = [fits, strings.map(() => true)]
  for (let round = 1; ; round++) {
    const spreads = { ...shape, ...spreadsOf(levelFits, levels) }
    const scales = scalesOf(levelFits, spreads)
    const group = meanOf(
      strings.flatMap((string, i) => (isMember[i] ? [{ string, scale: scales[i] ?? noScale }] : [])),
      noise,
      priors,
    )
    const middle = group?.smooth.fit
    if (!group || !middle) return null
    levelFits = strings.map((string, i) => levelFitOf(string, group, middle, spreads, noise.fitA) ?? fits[i] ?? middle)
    const surprises = levelFits.map((fit, i) =>
      surpriseOf(fit, fits[i] ?? fit, strings[i], middle, spreads, noise.fitA),
    )
    const sums = surprises.map((one) => one.shape + one.level)
    const limit = Math.max(half.shape + half.level, median(sums))
    const before = isMember
    isMember = sums.map((sum) => sum <= limit)
    const isSettled = round > 1 && isMember.every((is, i) => is === before[i])
    if (!isSettled && round < rounds) continue
    const told = { middle, spreads, noise, priors }
    return { group, strings: strings.map((string, i) => measuredBeside(string, surprises[i] ?? unlike, told)) }
  }
}

/** Chi squared of a string's shape and of its current and voltage against the group. */
interface Surprise {
  shape: number
  level: number
}

const unlike: Surprise = { shape: Infinity, level: Infinity }

/** Fit of a string with the shape of the group; current and voltage are its own. */
function levelFitOf({ clean }: Measured, group: Measured, { values }: DiodeFit, spreads: Spreads, noiseA: number) {
  const prior = (name: Name) => ({ value: values[name], spread: spreads[name] })
  const [thermalV, seriesOhm, shuntS] = [prior('thermalV'), prior('seriesOhm'), prior('shuntS')]
  const { iscA, vocV } = group.figures
  return fitDiode(clean, { thermalV, seriesOhm, shuntS, iscA, vocV, noiseA })
}

function surpriseOf(
  fit: DiodeFit,
  own: DiodeFit,
  string: Measured | undefined,
  middle: DiodeFit,
  spreads: Spreads,
  noiseA: number,
): Surprise {
  const count = string?.clean.voltageV.length ?? 0
  const worse = (count * (fit.missA ** 2 - own.missA ** 2)) / noiseA ** 2
  const errors = fit.deviations()
  const away = (name: Name, by: number) => ((fit.values[name] - middle.values[name]) / by) ** 2
  return {
    shape: worse + sumOf(shapes, (name) => away(name, spreads[name])),
    level: sumOf(levels, (name) => away(name, Math.hypot(spreads[name], errors[name]))),
  }
}

const sumOf = <T>(list: readonly T[], of: (one: T) => number) => list.reduce((sum, one) => sum + of(one), 0)

const chance = (chi: number, middle: number) => 1 / (1 + Math.exp(clamp((chi - middle) / 2, -40, 40)))

/** Measures a string with what its group tells, as far as it agrees. */
function measuredBeside(
  { clean, ...string }: Measured,
  surprise: Surprise,
  { middle, spreads, noise, priors }: { middle: DiodeFit; spreads: Spreads; noise: Noise; priors: DiodePriors },
): Shared['strings'][number] {
  const agrees = chance(surprise.shape, half.shape)
  const agreesInLevel = agrees * chance(surprise.level, half.level)
  const prior = (name: Name, share: number, loose = Infinity) => ({
    value: middle.values[name],
    spread: 1 / Math.sqrt(share / spreads[name] ** 2 + (1 - share) / loose ** 2),
  })
  const shared: DiodePriors = {
    ...priors,
    photoA: prior('photoA', agreesInLevel),
    openV: prior('openV', agreesInLevel),
    thermalV: prior('thermalV', agrees, Math.max(spreads.thermalV, looseThermal * middle.values.thermalV)),
    seriesOhm: prior('seriesOhm', agrees, priors.seriesOhm?.spread),
    shuntS: prior('shuntS', agrees, priors.shuntS?.spread),
  }
  const own = { ...clean, noiseA: mostMiss(noise.pointA, clean.voltageV.length) }
  const measured = measureClean(own, { ...shared, noise: { fitA: noise.fitA, mostA: own.noiseA } })
  return { measured: measured ?? { clean, ...string }, agrees }
}

/** `pointA`: standard deviation of a point, A; `fitA`: with what neighbours share, which averages out less. */
interface Noise {
  pointA: number
  fitA: number
}

/** Largest misfit (rms) of so many points by noise alone: two standard deviations above the usual one. */
const mostMiss = (noiseA: number, count: number) => noiseA * Math.sqrt(1 + 2 * Math.sqrt(2 / count))

/** Parameters that the points of one curve determine, of the five. */
const freedom = 3.5

/** Noise by the misfits of most strings. */
function noiseOf(strings: readonly Measured[], fits: readonly DiodeFit[]): Noise {
  const misses = strings.map(({ clean: { voltageV } }, i) => {
    const count = voltageV.length
    return (fits[i]?.missA ?? 0) * Math.sqrt(count / (count - freedom))
  })
  const pointA = median(misses)
  return { pointA, fitA: pointA * median(fits.map(({ alike }) => alike)) }
}

/** Relative uncertainty of the square of a spread that n strings show, times the root of n. */
const spreadError = 2.3

/**
 * By how much the strings differ beyond the errors of their fits. A difference within the uncertainty of the spread
 * itself does not count: then the group's value is better than the own one.
 */
function spreadsOf<T extends Name>(fits: readonly DiodeFit[], names: readonly T[]): Spreads<T> {
  const errors = fits.map((fit) => fit.deviations())
  const spreadOf = (name: T) => {
    const seen = robustSpread(fits.map(({ values }) => values[name])) ** 2
    const byNoise = median(errors.map((error) => error[name] ** 2)) * (1 + spreadError / Math.sqrt(fits.length))
    return Math.sqrt(Math.max(seen - byNoise, (least[name] * (fits[0]?.sizes[name] ?? 1)) ** 2))
  }
  return Object.fromEntries(names.map((name) => [name, spreadOf(name)])) as Spreads<T>
}

interface Scale {
  current: number
  voltage: number
}

const noScale: Scale = { current: 1, voltage: 1 }

/** Current and voltage of each string as factors of the middle ones, as far as the strings really differ. */
function scalesOf(fits: readonly DiodeFit[], spreads: Spreads<Level>): Scale[] {
  const errors = fits.map((fit) => fit.deviations())
  const scaleBy = (name: Level) => {
    const byNoise = median(errors.map((error) => error[name] ** 2))
    const middle = median(fits.map(({ values }) => values[name]))
    const real = spreads[name] ** 2 / (spreads[name] ** 2 + byNoise)
    return ({ values }: DiodeFit) => 1 + real * (values[name] / middle - 1)
  }
  const [current, voltage] = [scaleBy('photoA'), scaleBy('openV')]
  return fits.map((fit) => ({ current: current(fit), voltage: voltage(fit) }))
}

/** Mean curve of several strings, measured: averages of as many neighbouring points as there are strings. */
function meanOf(members: readonly { string: Measured; scale: Scale }[], noise: Noise, priors: DiodePriors) {
  const count = members.length
  const points = members
    .flatMap(({ string: { clean }, scale }) =>
      clean.voltageV.map((v, i) => ({ v: v / scale.voltage, i: (clean.currentA[i] ?? 0) / scale.current })),
    )
    .toSorted((a, b) => a.v - b.v)
  const places = Array.from({ length: Math.floor(points.length / count) }, (_, place) => place)
  const mean = (place: number, of: 'v' | 'i') =>
    sumOf(points.slice(place * count, (place + 1) * count), (point) => point[of]) / count
  const noiseA = noise.pointA / Math.sqrt(count)
  const mostA = mostMiss(noiseA, places.length)
  const clean: CleanCurve = {
    voltageV: places.map((place) => mean(place, 'v')),
    currentA: places.map((place) => mean(place, 'i')),
    noiseA,
    samples: places,
    problems: [],
  }
  const measuredWith = (fitA: number) => measureClean(clean, { ...priors, noise: { fitA, mostA } })
  const fitA = noise.fitA / Math.sqrt(count)
  const first = measuredWith(fitA)
  // What all strings share (steps of the instrument, cells unlike one diode) does not average out.
  const sharedA = (first?.smooth.fit?.missA ?? 0) * (first?.smooth.fit?.alike ?? 1)
  return sharedA > mostMiss(fitA, places.length) ? measuredWith(sharedA) : first
}
