import type { Behaviour, Span } from '../device/behaviour.ts'
import type { LoggerBehaviour } from '../logger/logger-behaviour.ts'
import type { InverterSpec } from '../world/plant.ts'
import { BehaviourError } from './behaviour-error.ts'

/** A parameter of a behaviour; every parameter has a default. */
export type Parameter =
  | { kind: 'number'; about: string; low: number; high: number; default: number; whole?: boolean }
  | { kind: 'choice'; about: string; of: readonly string[]; default: string }
  /** `pattern`: a regular expression; empty default: derived from the device. */
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
  /** One sentence each: what the behaviour does, and what the portal should show. */
  about: string
  parameters: P
}

/** The device that a device behaviour is created for. */
export interface Target {
  seed: number
  inverter: InverterSpec
  /** IANA name of the plant's zone. */
  timeZone: string
}

interface DeviceKind<V> {
  /** Applies to one device, or to each device of a plant. */
  scope: 'device'
  make: (span: Span, values: V, target: Target) => Behaviour
}

interface LoggerKind<V> {
  /** Applies to a plant's logger. */
  scope: 'plant'
  make: (span: Span, values: V) => LoggerBehaviour
}

export type BehaviourKind = Named<Record<string, Parameter>> & (DeviceKind<Values> | LoggerKind<Values>)

/** Declares a behaviour; `make` gets typed parameters. */
export function kind<const P extends Record<string, Parameter>>(
  declared: Named<P> & (DeviceKind<{ [K in keyof P]: ValueOf<P[K]> }> | LoggerKind<{ [K in keyof P]: ValueOf<P[K]> }>),
): BehaviourKind {
  // Safe cast: `checkedValues` validates all values against the parameters.
  return declared as unknown as BehaviourKind
}

/** Validates the given values and adds defaults. Throws BehaviourError. */
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
