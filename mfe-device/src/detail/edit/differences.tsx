import { useFormat, useText } from '@helioport/i18n'
import { DescriptionList } from '@helioport/ui'
import type enUS from '../../messages/en-US.ts'
import type { DeviceEntries } from '../../device/device-entries.ts'

interface DifferencesProps {
  before: DeviceEntries
  after: DeviceEntries
}

/** The fields that differ, in the order of the form. */
export function changedFields(before: DeviceEntries, after: DeviceEntries): (keyof DeviceEntries)[] {
  return (Object.keys(after) as (keyof DeviceEntries)[]).filter((field) => before[field] !== after[field])
}

/** Changes of a device: each field with its new and its present value. */
export function Differences({ before, after }: DifferencesProps) {
  const text = useText<typeof enUS>('device')
  const format = useFormat()
  const labels: Record<keyof DeviceEntries, string> = {
    serial: text('info.serial'),
    name: text('edit.name'),
    model: text('info.model'),
    ratedKw: text('info.rating'),
    capacityKwp: text('info.capacity'),
    mpptCount: text('info.mppts'),
    stringCount: text('info.strings'),
    installedOn: text('info.installed'),
    sortNumber: text('edit.sortNumber'),
    supportsReactivePower: text('info.reactive'),
    supportsIvScan: text('info.ivScan'),
  }
  const units: Partial<Record<keyof DeviceEntries, string>> = { ratedKw: 'kW', capacityKwp: 'kWp' }
  const written = (field: keyof DeviceEntries, value: DeviceEntries[keyof DeviceEntries]) => {
    if (typeof value === 'boolean') return text(value ? 'edit.yes' : 'edit.no')
    if (typeof value === 'string') return field === 'installedOn' ? format.date(value) : value
    return format.quantity(value, units[field] ?? '', (value ?? 0) % 1 === 0 ? 0 : 2).text
  }
  const changed = changedFields(before, after)
  if (changed.length === 0) return <p>{text('edit.same')}</p>
  return (
    <section aria-label={text('edit.changes')}>
      <DescriptionList
        items={changed.map((field) => ({
          label: labels[field],
          value: (
            <>
              <strong>{written(field, after[field])}</strong>{' '}
              {text('edit.was', { value: written(field, before[field]) })}
            </>
          ),
        }))}
      />
    </section>
  )
}
