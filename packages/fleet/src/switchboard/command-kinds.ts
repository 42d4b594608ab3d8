import { usualCurves } from '@helioport/contract'
import { commandTimeout, readBackMismatch } from '../behaviour/command-faults.ts'
import { fixedPowerFactor } from '../behaviour/fixed-power-factor.ts'
import { ivScan } from '../behaviour/iv-scan.ts'
import { cornersIn, cornersText, settingOn } from '../behaviour/setting.ts'
import { kind } from './kind.ts'

const corners = String.raw`-?[\d.]+:-?[\d.]+(,-?[\d.]+:-?[\d.]+){1,9}`

/** Effects of commands on an inverter, and faults of command execution. */
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
    name: 'setFixedReactive',
    about:
      'A fixed reactive power, as a command of the portal sets it; the portal shows it above a fifth of rated power.',
    parameters: {
      share: {
        kind: 'number',
        about: 'share of the apparent power; positive: inject',
        low: -0.6,
        high: 0.6,
        default: -0.3,
      },
    },
    scope: 'device',
    make: (span, { share }) => settingOn(span, { kind: 'fixedReactive', value: share, points: null }),
  }),
  kind({
    name: 'setPowerFactorCurve',
    about:
      'A curve cos phi(P), as a command of the portal sets it; the portal shows reactive power that follows the power.',
    parameters: {
      corners: {
        kind: 'text',
        about: 'share of rated power:cos phi, …',
        pattern: corners,
        default: cornersText(usualCurves.powerFactorCurve),
      },
    },
    scope: 'device',
    make: (span, values) =>
      settingOn(span, { kind: 'powerFactorCurve', value: null, points: cornersIn(values.corners) }),
  }),
  kind({
    name: 'setVoltageCurve',
    about:
      'A curve Q(U), as a command of the portal sets it; the portal shows reactive power that follows the voltage.',
    parameters: {
      corners: {
        kind: 'text',
        about: 'share of nominal voltage:share of the apparent power, …',
        pattern: corners,
        // No dead band, so that the effect is visible at any voltage.
        default: '0.9:0.44,1.1:-0.44',
      },
    },
    scope: 'device',
    make: (span, values) => settingOn(span, { kind: 'voltageCurve', value: null, points: cornersIn(values.corners) }),
  }),
  kind({
    name: 'setPowerLimit',
    about:
      'A limit of active power, as a command of the portal sets it; the portal shows A1 and a flat top while the sun offers more.',
    parameters: { share: { kind: 'number', about: 'share of rated power', low: 0.01, high: 1, default: 0.6 } },
    scope: 'device',
    make: (span, { share }) => settingOn(span, { kind: 'powerLimit', value: share, points: null }),
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
    about: 'The inverter says yes to a setting and keeps what it had; the portal shows MISMATCH and both values.',
    parameters: {},
    scope: 'device',
    make: (span) => readBackMismatch(span),
  }),
]
