import { type AlarmCode, alarmCodes } from '@helioport/contract'
import { alarm, stopOf } from '../behaviour/alarm.ts'
import { fanFailure } from '../behaviour/fan-failure.ts'
import { fixedPowerFactor } from '../behaviour/fixed-power-factor.ts'
import { gridOutage } from '../behaviour/grid-outage.ts'
import { gridFrequencyShift, gridVoltage } from '../behaviour/grid-window.ts'
import { powerLimit } from '../behaviour/power-limit.ts'
import { silence } from '../behaviour/silence.ts'
import { uninitialized } from '../behaviour/uninitialized.ts'
import { seedOf, uniform } from '../random/noise.ts'
import { kind } from './kind.ts'

/** Behaviours of the inverter and its grid. */
export const inverterKinds = [
  kind({
    name: 'alarm',
    about:
      'The inverter raises one of its 32 codes and does what such a code makes it do; the portal opens this alarm after two frames, and shows Abnormal where the code stops it for good.',
    parameters: {
      code: { kind: 'choice', about: 'the code', of: alarmCodes, default: 'F7' },
    },
    scope: 'device',
    make: (span, { code }) => alarm(span, [code], stopOf(code satisfies AlarmCode)),
  }),
  kind({
    name: 'gridTrip',
    about:
      'The grid is away; the portal shows E3 and Standby (waiting for the grid) on each inverter, no power, and their return one after another within five minutes.',
    parameters: {},
    scope: 'device',
    make: (span, _, { seed, inverter }) =>
      gridOutage(span, 60_000 + 240_000 * uniform(seedOf(seed, inverter.serial), 5, 0)),
  }),
  kind({
    name: 'gridVoltage',
    about:
      "The grid's voltage is so many percent of what it would be; over 115 the portal shows E1, under 80 E2, and no power meanwhile.",
    parameters: {
      percent: { kind: 'number', about: 'percent of the usual voltage', low: 1, high: 150, default: 118 },
    },
    scope: 'device',
    make: (span, { percent }) => gridVoltage(span, percent / 100),
  }),
  kind({
    name: 'gridFrequency',
    about:
      "The grid's frequency is off by so many hertz; over +1.5 the portal shows E4, under -1.5 E5, and no power meanwhile.",
    parameters: { shiftHz: { kind: 'number', about: 'Hz', low: -5, high: 5, default: 1.8 } },
    scope: 'device',
    make: (span, { shiftHz }) => gridFrequencyShift(span, shiftHz),
  }),
  kind({
    name: 'powerLimit',
    about:
      'The inverter is held at a share of its rated power; the portal shows A1 and a flat top while the sun offers more.',
    parameters: { share: { kind: 'number', about: 'share of rated power', low: 0.02, high: 1, default: 0.5 } },
    scope: 'device',
    make: (span, { share }) => powerLimit(span, share),
  }),
  kind({
    name: 'powerFactor',
    about:
      'A power factor is set on it; the portal shows reactive power in proportion above a fifth of rated power, and none on a model without it.',
    parameters: {
      sign: { kind: 'choice', about: 'inject: over-excited', of: ['inject', 'absorb'], default: 'absorb' },
      magnitude: { kind: 'number', about: 'cos phi', low: 0.8, high: 1, default: 0.9 },
    },
    scope: 'device',
    make: (span, { sign, magnitude }) => fixedPowerFactor(span, sign === 'inject' ? magnitude : -magnitude),
  }),
  kind({
    name: 'fanFailure',
    about: 'Fans stand still; the portal shows C8, a hot cabinet, and with full sun on a hot day A1 and less power.',
    parameters: {
      fan: { kind: 'number', about: 'share of the cooling that is left', low: 0, high: 1, default: 0 },
      heatK: {
        kind: 'number',
        about: 'how much hotter than outside it is around the cabinet, K',
        low: 0,
        high: 40,
        default: 0,
      },
    },
    scope: 'device',
    make: (span, { fan, heatK }) => fanFailure(span, fan, heatK),
  }),
  kind({
    name: 'deviceOffline',
    about:
      'The inverter does not answer its logger and works on; the portal shows it Offline after three intervals, the plant and its other devices as before, and the whole energy once it answers again.',
    parameters: {},
    scope: 'device',
    make: (span) => silence(span),
  }),
  kind({
    name: 'uninitialised',
    about: 'Nobody has chosen a grid code on it; the portal shows Standby by day, mode initial and no energy.',
    parameters: {},
    scope: 'device',
    make: (span) => uninitialized(span),
  }),
]
