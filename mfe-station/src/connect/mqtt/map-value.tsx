import { deviceSerialPattern } from '@helioport/contract'
import {
  type MappedField,
  mappedFields,
  type MappedUnit,
  type PayloadMapping,
  unitsOf,
} from '@helioport/contract/mapping'
import { useText } from '@helioport/i18n'
import { Button } from '@helioport/ui'
import { CheckboxField, Form, FormActions, matches, SelectField, TextField, useForm } from '@helioport/ui/form'
import { useOwnerText } from '../../station/owner-texts.ts'
import styles from '../connect.module.css'
import { useFieldLabel } from './field-label.ts'
import type { Clicked } from './message-list.tsx'

interface MapValueProps {
  clicked: Clicked
  onMap: (mapping: PayloadMapping) => void
  onClose: () => void
}

const fixed = 'fixed'

interface Values {
  field: MappedField
  unit: MappedUnit
  isNegated: boolean
  /** A level of the topic, or `fixed`. */
  from: string
  serial: string
}

/** What a value is, in which unit, and of which device. */
export function MapValue({ clicked, onMap, onClose }: MapValueProps) {
  const text = useOwnerText()
  const common = useText()
  const labelOf = useFieldLabel()
  const levels = clicked.topic.split('/')
  const isSerial = matches(new RegExp(deviceSerialPattern), text('mqtt.serialWrong'))
  const form = useForm<Values>({
    initial: { field: 'powerW', unit: 'W', isNegated: false, from: fixed, serial: 'INVERTER-1' },
    rules: { serial: (value, { from }) => (from === fixed ? isSerial(value, value) : undefined) },
    onSubmit: ({ field, unit, isNegated, from, serial }) => {
      const level = from === fixed ? -1 : Number(from)
      onMap({
        topic: levels.map((name, nth) => (nth === level ? '+' : name)).join('/'),
        serial: from === fixed ? { from: 'fixed', serial } : { from: 'topic', level },
        fields: [{ field, path: clicked.path, unit, ...(isNegated && { isNegated }) }],
      })
    },
  })
  const { field, from } = form.values
  const unit = form.field('unit')
  const setField = (next: MappedField) => {
    form.setValue('field', next)
    form.setValue('unit', unitsOf(next)[0] ?? 'W')
  }
  return (
    <Form form={form} label={text('mqtt.mapOf', { value: clicked.text })}>
      <p className={styles['heard']}>{text('mqtt.mapOf', { value: clicked.text })}</p>
      <div className={styles['fields']}>
        <SelectField
          {...form.field('field')}
          onChange={setField}
          label={text('mqtt.quantity')}
          options={mappedFields.map((value) => ({ value, label: labelOf(value) }))}
        />
        <SelectField
          {...unit}
          label={text('mqtt.unit')}
          options={unitsOf(field).map((value) => ({ value, label: value }))}
        />
        <SelectField
          {...form.field('from')}
          label={text('mqtt.device')}
          options={[
            { value: fixed, label: text('mqtt.deviceFixed') },
            ...levels.map((name, nth) => ({ value: String(nth), label: text('mqtt.deviceTopic', { name }) })),
          ]}
        />
        {from === fixed && <TextField {...form.field('serial')} label={text('mqtt.serial')} required />}
      </div>
      <CheckboxField {...form.field('isNegated')} label={text('mqtt.negated')} />
      <FormActions>
        <Button kind="primary" icon="check" type="submit">
          {text('mqtt.map')}
        </Button>
        <Button onClick={onClose}>{common('action.cancel')}</Button>
      </FormActions>
    </Form>
  )
}
