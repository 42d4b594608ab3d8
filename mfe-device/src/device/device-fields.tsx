import { useDayWords, useText } from '@helioport/i18n'
import { DayField } from '@helioport/ui/date'
import { CheckboxField, type FormState, NumberField, TextField } from '@helioport/ui/form'
import type enUS from '../messages/en-US.ts'
import type { DeviceEntries, DeviceFormKind } from './device-entries.ts'

interface DeviceFieldsProps<Entries extends DeviceEntries> {
  form: FormState<Entries>
  kind: DeviceFormKind
}

/** Fields of a device; the serial only for a new inverter, name and place only unless it is replaced. */
export function DeviceFields<Entries extends DeviceEntries>({ form: own, kind }: DeviceFieldsProps<Entries>) {
  const text = useText<typeof enUS>('device')
  const days = useDayWords()
  const form = own as unknown as Pick<FormState<DeviceEntries>, 'field'>
  return (
    <>
      {kind !== 'edit' && (
        <TextField {...form.field('serial')} label={text('info.serial')} hint={text('edit.serialRule')} required />
      )}
      {kind !== 'replace' && <TextField {...form.field('name')} label={text('edit.name')} required />}
      <TextField {...form.field('model')} label={text('info.model')} required />
      <NumberField {...form.field('ratedKw')} label={text('info.rating')} unit="kW" required />
      <NumberField {...form.field('capacityKwp')} label={text('info.capacity')} unit="kWp" required />
      <NumberField {...form.field('mpptCount')} label={text('info.mppts')} required />
      <NumberField {...form.field('stringCount')} label={text('info.strings')} required />
      {kind !== 'replace' && (
        <>
          <DayField {...form.field('installedOn')} {...days} label={text('info.installed')} required />
          <NumberField {...form.field('sortNumber')} label={text('edit.sortNumber')} required />
        </>
      )}
      <CheckboxField {...form.field('supportsReactivePower')} label={text('info.reactive')} />
      <CheckboxField {...form.field('supportsIvScan')} label={text('info.ivScan')} />
    </>
  )
}
