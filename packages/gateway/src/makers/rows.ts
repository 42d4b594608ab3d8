import type { DeviceFrame } from '@helioport/contract/ingest'
import { measuredRow } from '../source/tidy.ts'
import type { Register, RegisterMap } from './register-map.ts'

type Told = (number | undefined)[]
type Rows = Pick<DeviceFrame, 'acVoltageV' | 'acCurrentA' | 'mpptVoltageV' | 'mpptCurrentA'>

/**
 * Phases and inputs. Registers of those that a device does not have hold 0; where nothing says how many there are, it is
 * as many as were ever seen with a voltage.
 */
export class RowReader {
  #phases = 0
  #inputs = 0

  /** `inputs`, `phases`: undefined where nothing says them. */
  read(
    { lists }: RegisterMap,
    value: (register: Register) => number | undefined,
    { inputs, phases }: { inputs: number | undefined; phases: number | undefined },
  ): { [Name in keyof Rows]: Rows[Name] | undefined } {
    const told = (all: readonly Register[] = []): Told => all.map(value)
    const voltages = { ac: told(lists.acVoltageV), mppt: told(lists.mpptVoltageV) }
    this.#phases = Math.max(this.#phases, live(voltages.ac))
    this.#inputs = Math.max(this.#inputs, live(voltages.mppt))
    const ofPhases = (row: Told) => measuredRow(row.slice(0, phases ?? this.#phases))
    const ofInputs = (row: Told) => measuredRow(row.slice(0, inputs ?? this.#inputs))
    return {
      acVoltageV: ofPhases(voltages.ac),
      acCurrentA: isAbsent(voltages.ac) ? measuredRow(told(lists.acCurrentA)) : ofPhases(told(lists.acCurrentA)),
      mpptVoltageV: ofInputs(voltages.mppt),
      mpptCurrentA: ofInputs(told(lists.mpptCurrentA)),
    }
  }
}

/** Up to the last that has a voltage. */
const live = (voltages: Told): number => voltages.findLastIndex((voltage) => (voltage ?? 0) > 0) + 1
const isAbsent = (row: Told): boolean => row.every((one) => one === undefined)
