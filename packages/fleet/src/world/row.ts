import type { Behaviour } from '../device/behaviour.ts'
import type { InverterModel } from '../physics/inverter.ts'
import { hash32, seedOf } from '../random/noise.ts'
import type { ArraySpec, InverterSpec } from './plant.ts'

/** Serial in the family's format: batch, dash, eight digits, letter; deterministic for a seed. */
export function serialOf(seed: number, plantKey: string, number: number): string {
  const own = seedOf(seed, `serial ${plantKey}`)
  const batch = 2100 + (own % 6) * 100 + ((own >>> 8) % 52) + 1
  const digits = String(hash32(own, number, 7) % 100_000_000).padStart(8, '0')
  return `${batch}-${digits}P`
}

export interface RowInput {
  seed: number
  plantKey: string
  /** 1-based. */
  count: number
  nameOf: (number: number) => string
  model: InverterModel
  arraysOf: (number: number) => readonly ArraySpec[]
  installedOn: string
  behavioursOf?: (number: number, serial: string) => readonly Behaviour[]
  modelOf?: (number: number) => InverterModel
}

/** A row of equal inverters; exceptions by number. */
export function inverterRow(row: RowInput): InverterSpec[] {
  return Array.from({ length: row.count }, (_, i) => {
    const number = i + 1
    const serial = serialOf(row.seed, row.plantKey, number)
    return {
      serial,
      name: row.nameOf(number),
      model: row.modelOf?.(number) ?? row.model,
      arrays: row.arraysOf(number),
      installedOn: row.installedOn,
      behaviours: row.behavioursOf?.(number, serial) ?? [],
    }
  })
}

const hourMs = 3_600_000

/** Span from the given hours before the world began, without end. */
export const sinceHours = (beganAt: number, hours: number) => ({
  from: beganAt - hours * hourMs,
  to: Number.POSITIVE_INFINITY,
})

export const pad = (number: number): string => String(number).padStart(2, '0')
