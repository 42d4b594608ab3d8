import type { DeviceFrame } from '@helioport/contract/ingest'
import { phasesOfLines } from '../source/three-wire.ts'
import { measuredRow } from '../source/tidy.ts'
import type { Register, RegisterMap } from './register-map.ts'

type Told = (number | undefined)[]
type Rows = Pick<DeviceFrame, 'acVoltageV' | 'acCurrentA' | 'mpptVoltageV' | 'mpptCurrentA' | 'stringCurrentA'>

/**
 * Phases, inputs and strings. Registers of missing ones hold 0, so an unknown number is taken from what has ever shown
 * a voltage. Strings count once they have ever shown a current.
 */
export class RowReader {
  #phases = 0
  #inputs = 0
  /** Strings that have ever shown a current: an unconnected one reads 0 as a dead one does. */
  readonly #strings = new Set<number>()

  /** `inputs`, `phases`: undefined if unknown. */
  read(
    map: RegisterMap,
    value: (register: Register) => number | undefined,
    { inputs, phases }: { inputs: number | undefined; phases: number | undefined },
  ): { [Name in keyof Rows]: Rows[Name] | undefined } {
    const { lists } = map
    const told = (all: readonly Register[] = []): Told => all.map(value)
    const wiring = map.wiring && value(map.wiring.register)
    const ac = phaseVoltages(map, wiring, told)
    const [mppt, strings] = [told(lists.mpptVoltageV), told(lists.stringCurrentA)]
    this.#phases = Math.max(this.#phases, live(ac))
    this.#inputs = Math.max(this.#inputs, live(mppt))
    strings.forEach((current, nth) => (current ?? 0) > 0 && this.#strings.add(nth))
    const single = wiring !== undefined && wiring === map.wiring?.singlePhase ? 1 : undefined
    const ofPhases = (row: Told) => measuredRow(row.slice(0, phases ?? single ?? this.#phases))
    const ofInputs = (row: Told) => measuredRow(row.slice(0, inputs ?? this.#inputs))
    return {
      acVoltageV: ofPhases(ac),
      acCurrentA: isAbsent(ac) ? measuredRow(told(lists.acCurrentA)) : ofPhases(told(lists.acCurrentA)),
      mpptVoltageV: ofInputs(mppt),
      mpptCurrentA: ofInputs(told(lists.mpptCurrentA)),
      stringCurrentA: measuredRow(
        strings.map((current, nth) => (this.#strings.has(nth) ? current : undefined)),
        strings.length,
      ),
    }
  }
}

/** Phase to neutral, whatever the device reports. */
function phaseVoltages(
  { lists, lines, wiring }: RegisterMap,
  connected: number | undefined,
  told: (all?: readonly Register[]) => Told,
): Told {
  const phases = told(lists.acVoltageV)
  if (connected !== undefined && connected === wiring?.threeWires) return phasesOfLines(phases)
  return lines && live(phases) === 0 ? phasesOfLines(told(lines)) : phases
}

/** Number of phases up to the last one with a voltage. */
const live = (voltages: Told): number => voltages.findLastIndex((voltage) => (voltage ?? 0) > 0) + 1
const isAbsent = (row: Told): boolean => row.every((one) => one === undefined)
