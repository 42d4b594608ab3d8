import { lightLoss, lowLight, soiling } from '../behaviour/light-loss.ts'
import { dailyStringFault, stringFault } from '../behaviour/string-fault.ts'
import { stringLoss } from '../behaviour/string-loss.ts'
import { healthy } from '../physics/pv-string.ts'
import { stringCountOf } from '../world/plant.ts'
import { BehaviourError } from './behaviour-error.ts'
import { kind, type Target } from './kind.ts'

const string = { kind: 'number', about: 'number of the string, 0: all of them', low: 0, high: 32, whole: true } as const

/** Index (from 0) of a string by its number, or of all strings (number 0). */
function stringsOf({ inverter }: Target, number: number): number[] {
  const count = stringCountOf(inverter)
  if (number > count) throw new BehaviourError('parameter.outOfRange', `${inverter.serial} has ${count} strings`)
  return number === 0 ? Array.from({ length: count }, (_, i) => i) : [number - 1]
}

/** Behaviours of modules and strings, and of the light on them. */
export const arrayKinds = [
  kind({
    name: 'lowLight',
    about:
      'No more light than this reaches the modules at any hour: 6 W/m2 is dusk (the portal shows A5), 2 deep dusk (A5 and A2), 0 night (no frames, Offline by day).',
    parameters: { wm2: { kind: 'number', about: 'in-plane irradiance, W/m2', low: 0, high: 1000, default: 6 } },
    scope: 'device',
    make: (span, { wm2 }) => lowLight(span, wm2),
  }),
  kind({
    name: 'lightLoss',
    about:
      'All its modules get a share of their light; the portal shows PR and RA lower than at its neighbours, and no alarm.',
    parameters: { share: { kind: 'number', about: 'share that is left', low: 0, high: 1, default: 0.6 } },
    scope: 'device',
    make: (span, { share }) => lightLoss(span, share),
  }),
  kind({
    name: 'soiling',
    about:
      'Dust settles day by day until it is switched off (rain); the portal shows a PR that sinks slowly and jumps back.',
    parameters: {
      share: {
        kind: 'number',
        about: 'share of the light that is left at its beginning',
        low: 0.3,
        high: 1,
        default: 0.95,
      },
      perDay: { kind: 'number', about: 'share lost every day', low: 0, high: 0.2, default: 0.01 },
      least: { kind: 'number', about: 'dust takes no more than down to this share', low: 0.3, high: 1, default: 0.7 },
    },
    scope: 'device',
    make: (span, { share, perDay, least }) => soiling(span, share, perDay, least),
  }),
  kind({
    name: 'deadString',
    about: 'A string carries no current (fuse, connector); the portal shows 0 A on it and A3 in good light.',
    parameters: { string: { ...string, low: 1, default: 1 } },
    scope: 'device',
    make: (span, values, target) => stringLoss(span, stringsOf(target, values.string)[0] ?? 0, 0),
  }),
  kind({
    name: 'shade',
    about:
      'Part of a string lies in shade and its bypass diodes conduct; the portal shows less current on it (A3 when it is much), a step in the day curve where it comes at an hour, in an IV curve a step.',
    parameters: {
      string: { ...string, default: 1 },
      part: { kind: 'number', about: 'share of its substrings in shade', low: 0, high: 1, default: 0.3 },
      light: { kind: 'number', about: 'light left there', low: 0, high: 1, default: 0.3 },
      fromHour: { kind: 'number', about: 'each day from this hour of local time', low: 0, high: 24, default: 0 },
      toHour: { kind: 'number', about: 'to this one', low: 0, high: 24, default: 24 },
    },
    scope: 'device',
    make: (span, values, target) =>
      dailyStringFault(
        span,
        stringsOf(target, values.string),
        { ...healthy, faultyShare: values.part, light: values.light },
        [values.fromHour, values.toHour],
        target.timeZone,
      ),
  }),
  kind({
    name: 'seriesResistance',
    about:
      'A bad connector or cable; the portal shows somewhat less power around noon, in an IV curve a flatter fall towards Voc.',
    parameters: {
      string: { ...string, default: 1 },
      ohm: { kind: 'number', about: 'in series with the string, ohm', low: 0, high: 100, default: 8 },
    },
    scope: 'device',
    make: (span, values, target) =>
      stringFault(span, stringsOf(target, values.string), { ...healthy, seriesOhm: values.ohm }),
  }),
  kind({
    name: 'shunt',
    about:
      'Cells leak inside; the portal shows less power most of all in weak light, in an IV curve a slope from Isc on.',
    parameters: {
      string: { ...string, default: 1 },
      share: { kind: 'number', about: 'shunt resistance left', low: 0.002, high: 1, default: 0.05 },
    },
    scope: 'device',
    make: (span, values, target) =>
      stringFault(span, stringsOf(target, values.string), { ...healthy, faultyShare: 1, shuntShare: values.share }),
  }),
  kind({
    name: 'pid',
    about:
      'Potential-induced degradation at one end of the strings; the portal shows lower power and MPPT voltage, worst in weak light, in an IV curve a low Voc and fill factor.',
    parameters: {
      string: { ...string, default: 0 },
      part: { kind: 'number', about: 'share of the modules hit', low: 0, high: 1, default: 0.4 },
      shuntShare: { kind: 'number', about: 'shunt resistance left there', low: 0.002, high: 1, default: 0.03 },
      saturation: { kind: 'number', about: 'factor on their saturation current', low: 1, high: 1000, default: 30 },
    },
    scope: 'device',
    make: (span, values, target) =>
      stringFault(span, stringsOf(target, values.string), {
        ...healthy,
        faultyShare: values.part,
        shuntShare: values.shuntShare,
        saturation: values.saturation,
      }),
  }),
]
