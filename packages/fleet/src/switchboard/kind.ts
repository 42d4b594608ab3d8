import type { Behaviour, Span } from '../device/behaviour.ts'
import type { LoggerBehaviour } from '../logger/logger-behaviour.ts'
import type { InverterSpec } from '../world/plant.ts'
import { BehaviourError } from './behaviour-error.ts'

/** What may be set about a behaviour; every parameter has a default. */
export type Parameter =
  | { kind: 'number'; about: string; low: number; high: number; default: number; whole?: boolean }
  | { kind: 'choice'; about: string; of: readonly string[]; default: string }
  /** `pattern`: a regular expression; an empty default: made up from the device. */
  | { kind: 'text'; about: string; pattern: string; default: string }

export type Value = number | string
export type Values = Record<string, Value>

type ValueOf<P> = P extends { kind: 'number' }
  ? number
  : P extends { kind: 'choice'; of: readonly (infer T)[] }
    ? T
    : string

interface Named<P> {
  name: string
  /** What it does and what the portal should show, one sentence each. */
  about: string
  parameters: P
}

/** Whom a device behaviour is made for. */
export interface Target {
  seed: number
  inverter: InverterSpec
  /** IANA name of the plant's zone. */
  timeZone: string
}

interface DeviceKind<V> {
  /** Goes on with one device, or with each of a plant. */
  scope: 'device'
  make: (span: Span, values: V, target: Target) => Behaviour
}

interface LoggerKind<V> {
  /** Goes on with a plant's logger. */
  scope: 'plant'
  make: (span: Span, values: V) => LoggerBehaviour
}

export type BehaviourKind = Named<Record<string, Parameter>> & (DeviceKind<Values> | LoggerKind<Values>)

/** Declares a behaviour; `make` sees its parameters by their types. */
export function kind<const P extends Record<string, Parameter>>(
  declared: Named<P> & (DeviceKind<{ [K in keyof P]: ValueOf<P[K]> }> | LoggerKind<{ [K in keyof P]: ValueOf<P[K]> }>),
): BehaviourKind {
  // Sound: values pass `checkedValues`, which makes them what the parameters say.
  return declared as unknown as BehaviourKind
}

/** The given values, checked, and the defaults of the others. Throws BehaviourError. */
export function checkedValues(declared: BehaviourKind, given: Readonly<Record<string, unknown>>): Values {
  for (const name of Object.keys(given)) {
    if (!Object.hasOwn(declared.parameters, name)) {
      const names = Object.keys(declared.parameters).join(', ') || 'none'
      throw new BehaviourError('parameter.unknown', `${declared.name} has no parameter ${name}; it has: ${names}`)
    }
  }
  const entries = Object.entries(declared.parameters).map(([name, parameter]) => {
    const value = given[name]
    return [name, value === undefined ? parameter.default : checked(name, parameter, value)]
  })
  return Object.fromEntries(entries) as Values
}

function checked(name: string, parameter: Parameter, value: unknown): Value {
  if (parameter.kind === 'number') {
    const { low, high, whole } = parameter
    const inside = typeof value === 'number' && value >= low && value <= high && (!whole || Number.isInteger(value))
    if (inside) return value
    throw new BehaviourError(
      'parameter.outOfRange',
      `${name} must be a ${whole ? 'whole ' : ''}number from ${low} to ${high}`,
    )
  }
  if (parameter.kind === 'choice') {
    if (typeof value === 'string' && parameter.of.includes(value)) return value
    throw new BehaviourError('parameter.outOfRange', `${name} must be one of ${parameter.of.join(', ')}`)
  }
  if (typeof value === 'string' && new RegExp(`^(?:${parameter.pattern})$`).test(value)) return value
  throw new BehaviourError('parameter.outOfRange', `${name} must look like ${parameter.pattern}`)
}
