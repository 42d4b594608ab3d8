import type { Device } from '@helioport/contract'
import { useFormat, useText } from '@helioport/i18n'
import { all, between, matches, maxLength, required, type Rule, type Rules } from '@helioport/ui/form'
import type enUS from '../messages/en-US.ts'

/** `replace`: another inverter in the same place, which continues its history. */
export type DeviceFormKind = 'add' | 'edit' | 'replace'

/** Entries of a device form. Numbers are null while their field is empty. */
export interface DeviceEntries {
  serial: string
  name: string
  model: string
  ratedKw: number | null
  capacityKwp: number | null
  mpptCount: number | null
  stringCount: number | null
  /** YYYY-MM-DD */
  installedOn: string
  sortNumber: number | null
  supportsReactivePower: boolean
  supportsIvScan: boolean
}

/** Initial entries of a new device; `today`: YYYY-MM-DD. */
export const newEntries = (today: string): DeviceEntries => ({
  serial: '',
  name: '',
  model: '',
  ratedKw: null,
  capacityKwp: null,
  mpptCount: null,
  stringCount: null,
  installedOn: today,
  sortNumber: 0,
  supportsReactivePower: false,
  supportsIvScan: false,
})

/** A replacement starts with the former inverter's data, except its serial. */
export function entriesOf(device: Device, kind: 'edit' | 'replace'): DeviceEntries {
  const { name, model, capacityKwp, mpptCount, stringCount, installedOn, sortNumber } = device
  const { supportsReactivePower, supportsIvScan } = device
  return {
    serial: kind === 'edit' ? device.serial : '',
    name,
    model,
    ratedKw: device.ratedPowerW / 1000,
    capacityKwp,
    mpptCount,
    stringCount,
    installedOn,
    sortNumber,
    supportsReactivePower,
    supportsIvScan,
  }
}

/** Same limits as in the service. */
export function useDeviceRules(): Rules<DeviceEntries> {
  const text = useText<typeof enUS>('device')
  const common = useText()
  const format = useFormat()
  const needed = required(common('field.required'))
  const named = all(needed, maxLength(60, common('field.tooLong', { max: 60 })))
  const amount = (min: number, max: number): Rule<number | null> =>
    all<number | null, unknown>(
      needed,
      between(
        min,
        max,
        common('field.numberRange', { min: format.number(min, min % 1 ? 2 : 0), max: format.number(max) }),
      ),
    )
  return {
    serial: all(needed, matches(/^[A-Za-z0-9-]{4,32}$/, text('edit.serialRule'))),
    name: named,
    model: named,
    ratedKw: amount(0.01, 100_000),
    capacityKwp: amount(0.01, 1_000_000),
    mpptCount: amount(0, 12),
    stringCount: amount(0, 32),
    installedOn: needed,
    sortNumber: amount(0, 1_000_000),
  }
}

/** Name plate and wiring in the endpoint's form. */
export const nameplateOf = (entries: DeviceEntries) => ({
  model: entries.model,
  ratedPowerW: Math.round((entries.ratedKw ?? 0) * 1000),
  capacityKwp: entries.capacityKwp ?? 0,
  mpptCount: entries.mpptCount ?? 0,
  stringCount: entries.stringCount ?? 0,
  supportsReactivePower: entries.supportsReactivePower,
  supportsIvScan: entries.supportsIvScan,
})
