import { counterFallBack, counterReset } from '../behaviour/counter.ts'
import { clockError, duplicateFrames, lateFrames, loggerOffline, loggerRestart } from '../behaviour/logger-faults.ts'
import { counterSpikes, otherSerial, powerSpikes, staleValues } from '../behaviour/wrong-frame.ts'
import { hash32, seedOf } from '../random/noise.ts'
import { kind, type Target } from './kind.ts'

const share = { kind: 'number', about: 'share of all frames', low: 0, high: 1, default: 0.2 } as const
const ownSeed = ({ seed, inverter }: Target) => seedOf(seed, inverter.serial)

/** A serial in the family's format that no plant uses: batch 9901. */
const replacementOf = (target: Target) =>
  `9901-${String(hash32(ownSeed(target), 17, 0) % 100_000_000).padStart(8, '0')}P`

/** Behaviours that falsify, delay or suppress reports. */
export const reportKinds = [
  kind({
    name: 'staleValues',
    about:
      'The same values again and again with new times; the portal marks the stretch stale and counts no energy in it.',
    parameters: {},
    scope: 'device',
    make: (span) => staleValues(span),
  }),
  kind({
    name: 'counterReset',
    about:
      'The lifetime counter starts again at 0 (board replaced); the portal marks a reset, loses no energy and invents none. Switching it off changes nothing.',
    parameters: {},
    scope: 'device',
    make: (span) => counterReset(span),
  }),
  kind({
    name: 'counterFallBack',
    about:
      'The lifetime counter shows an older value while it lasts; the portal marks the step down and the step back up and counts neither.',
    parameters: { kwh: { kind: 'number', about: 'how much lower', low: 0.1, high: 1_000_000, default: 500 } },
    scope: 'device',
    make: (span, { kwh }) => counterFallBack(span, kwh),
  }),
  kind({
    name: 'powerSpikes',
    about:
      'Now and then power reads a multiple of rated power; the portal keeps energy as it was; over 3 times it refuses the row.',
    parameters: {
      share,
      factor: { kind: 'number', about: 'times rated power', low: 1, high: 100, default: 2.5 },
    },
    scope: 'device',
    make: (span, values, target) =>
      powerSpikes(span, ownSeed(target), values.share, values.factor * target.inverter.model.ratedPowerW),
  }),
  kind({
    name: 'counterSpikes',
    about:
      'Now and then the lifetime counter reads too much for one frame; the portal marks an outlier and keeps the energy as it was.',
    parameters: {
      share,
      kwh: { kind: 'number', about: 'how much too much', low: 0.1, high: 1_000_000, default: 5000 },
    },
    scope: 'device',
    make: (span, values, target) => counterSpikes(span, ownSeed(target), values.share, values.kwh),
  }),
  kind({
    name: 'swappedInverter',
    about:
      'Another inverter hangs in its place; the portal refuses its rows (unknown serial) and shows the old device Offline until somebody replaces it there.',
    parameters: {
      serial: {
        kind: 'text',
        about: 'serial of the other one; empty: made up',
        pattern: '\\d{4}-\\d{8}[A-Z]|',
        default: '',
      },
    },
    scope: 'device',
    make: (span, { serial }, target) => otherSerial(span, serial || replacementOf(target)),
  }),
  kind({
    name: 'loggerOffline',
    about:
      "The logger has no connection; the portal shows the plant's data age, all devices Offline after three intervals (never 0 W as live), and afterwards the whole day, marked backfilled.",
    parameters: {},
    scope: 'plant',
    make: (span) => loggerOffline(span),
  }),
  kind({
    name: 'loggerRestart',
    about: 'The logger is switched off and on; the portal shows a short delay, no loss, and its up-time from then on.',
    parameters: { awayMinutes: { kind: 'number', about: 'until it is back', low: 0, high: 1440, default: 3 } },
    scope: 'plant',
    make: (span, { awayMinutes }) => loggerRestart(span, awayMinutes * 60_000),
  }),
  kind({
    name: 'duplicateFrames',
    about: 'Every upload is sent more than once; the portal shows nothing of it: energy and curves stay.',
    parameters: { times: { kind: 'number', about: 'further copies', low: 1, high: 5, default: 1, whole: true } },
    scope: 'plant',
    make: (span, { times }) => duplicateFrames(span, times),
  }),
  kind({
    name: 'lateFrames',
    about: 'Readings arrive late; the portal shows the age of the data (late, then stale) at their true times.',
    parameters: { minutes: { kind: 'number', about: 'delay', low: 1, high: 1440, default: 12 } },
    scope: 'plant',
    make: (span, { minutes }) => lateFrames(span, minutes * 60_000),
  }),
  kind({
    name: 'clockError',
    about:
      "The logger's clock is wrong or runs away, measurement times with it (3600: not put back in autumn); the portal shows curves shifted by as much, and refuses rows over ten minutes ahead.",
    parameters: {
      offsetS: { kind: 'number', about: 'seconds, positive: fast', low: -86_400, high: 86_400, default: 240 },
      perDayS: { kind: 'number', about: 'seconds more every day', low: -3600, high: 3600, default: 0 },
    },
    scope: 'plant',
    make: (span, { offsetS, perDayS }) => clockError(span, offsetS * 1000, perDayS * 1000),
  }),
  kind({
    name: 'dstChange',
    about:
      'The logger keeps local time, and the change of the clocks moves its measurement times by an hour for as long as it lasts; back: the portal shows stale data, takes no hour twice and has the whole energy afterwards; forward: it refuses the rows.',
    parameters: {
      direction: { kind: 'choice', about: 'back: autumn', of: ['back', 'forward'], default: 'back' },
    },
    scope: 'plant',
    make: (span, { direction }) => clockError(span, direction === 'back' ? -3_600_000 : 3_600_000, 0),
  }),
]
