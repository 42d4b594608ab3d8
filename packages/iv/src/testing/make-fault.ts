import type { CellType, Substring } from './cells.ts'
import type { Random } from './random.ts'
import { exactString, type StringPhysics } from './simulate-string.ts'

export const madeFaults = [
  'soiling',
  'shade',
  'seriesResistance',
  'shunt',
  'openString',
  'shortedSubstring',
  'pid',
  'mismatch',
] as const
export type MadeFault = (typeof madeFaults)[number]

export interface StringSite {
  cell: CellType
  modules: number
  irradianceWm2: number
  cellC: number
}

const soundSubstring = ({ irradianceWm2, cellC }: StringSite): Substring => ({
  irradianceWm2,
  cellC,
  saturation: 1,
  shunt: 1,
})

export const soundString = (site: StringSite): StringPhysics => ({
  groups: [{ at: soundSubstring(site), count: site.modules * site.cell.substrings }],
  extraOhm: 0,
})

/** A string with a fault of a size within the targets. */
export function faultyString(site: StringSite, fault: MadeFault, random: Random): StringPhysics {
  const sound = soundSubstring(site)
  const all = site.modules * site.cell.substrings
  const split = (count: number, faulty: Partial<Substring>): StringPhysics => ({
    groups: [
      { at: sound, count: all - count },
      { at: { ...sound, ...faulty }, count },
    ].filter((group) => group.count > 0),
    extraOhm: 0,
  })
  const withLight = (light: number) => ({ irradianceWm2: site.irradianceWm2 * light })
  switch (fault) {
    case 'soiling':
      return split(all, withLight(1 - random.between(0.05, 0.25)))
    case 'shade': {
      const count = random.pick([1, 1, 2, 3, random.integer(1, Math.ceil(all / 3))])
      return split(count, withLight(random.between(0.15, 0.8)))
    }
    case 'seriesResistance':
      return { ...soundString(site), extraOhm: site.modules * site.cell.seriesOhm * random.between(0.5, 3) }
    case 'shunt': {
      const count = Math.max(Math.round(all * random.pick([1, 1, 0.5, 0.2])), 1)
      return severe(site, random.between(0.03, 0.15), (size) => split(count, { shunt: 1 / (1 + size) }))
    }
    case 'openString':
      return { ...soundString(site), open: true }
    case 'shortedSubstring':
      return { groups: [{ at: sound, count: all - random.pick([1, 1, 2, 3]) }], extraOhm: 0 }
    case 'pid': {
      const count = Math.max(Math.round(all * random.between(0.3, 1)), 1)
      const [leak, saturation] = [random.between(0.3, 1), random.between(0.7, 1.5)]
      return severe(site, random.between(0.05, 0.3), (size) =>
        split(count, { shunt: 1 / (1 + leak * size), saturation: (1 + size) ** saturation }),
      )
    }
    default:
      return {
        groups: Array.from({ length: site.modules }, () => ({
          at: { ...sound, ...withLight(1 + 0.03 * random.normal()) },
          count: site.cell.substrings,
        })),
        extraOhm: 0,
      }
  }
}

/** A fault of the size at which it takes the share `loss` of Pmp, or of the largest size if it cannot take as much. */
function severe(site: StringSite, loss: number, make: (size: number) => StringPhysics): StringPhysics {
  const sound = exactString(site.cell, soundString(site)).pmpW
  let [low, high] = [-3, 7]
  for (let i = 0; i < 14; i++) {
    const middle = (low + high) / 2
    if (exactString(site.cell, make(Math.exp(middle))).pmpW > sound * (1 - loss)) low = middle
    else high = middle
  }
  return make(Math.exp(high))
}
