import { commandTimeout, readBackMismatch } from '../behaviour/command-faults.ts'
import { fixedPowerFactor } from '../behaviour/fixed-power-factor.ts'
import { ivScan } from '../behaviour/iv-scan.ts'
import { kind } from './kind.ts'

/** What commands put into an inverter, and what it may do with them instead. */
export const commandKinds = [
  kind({
    name: 'setPowerFactor',
    about: 'The register for a fixed power factor, as a command of the portal writes it; the portal reads it back.',
    parameters: {
      value: { kind: 'number', about: 'signed cos phi; positive: inject', low: -1, high: 1, default: -0.9 },
    },
    scope: 'device',
    make: (span, { value }) => fixedPowerFactor(span, value),
  }),
  kind({
    name: 'ivScan',
    about: 'An IV scan goes on; the portal shows IV scanning, at most half of rated power, and no alarm.',
    parameters: {},
    scope: 'device',
    make: (span) => ivScan(span),
  }),
  kind({
    name: 'commandTimeout',
    about:
      'What is written to the inverter gets no answer; the portal shows UNKNOWN, reads the old value back, and MISMATCH; a scan shows TIMEOUT.',
    parameters: {},
    scope: 'device',
    make: (span) => commandTimeout(span),
  }),
  kind({
    name: 'readBackMismatch',
    about: 'The inverter says yes to a power factor and keeps what it had; the portal shows MISMATCH and both values.',
    parameters: {},
    scope: 'device',
    make: (span) => readBackMismatch(span),
  }),
]
