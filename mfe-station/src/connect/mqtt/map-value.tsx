import { deviceSerialPattern } from '@helioport/contract'
import { mappedFields, type MappedUnit, matchesTopic, type PayloadMapping, unitsOf } from '@helioport/contract/mapping'
import { useText } from '@helioport/i18n'
import { Button } from '@helioport/ui'
import { CheckboxField, Form, FormActions, matches, SelectField, TextField, useForm } from '@helioport/ui/form'
import { useOwnerText } from '../../station/owner-texts.ts'
import styles from '../connect.module.css'
import { useFieldLabel } from './field-label.ts'
import { leavesOf } from './leaves.ts'
import { type Entry, entryOf, guessOf, type TimeUnit, timeUnitOf, timeUnits } from './mapped.ts'
import type { Clicked } from './message-list.tsx'

interface MapValueProps {
  clicked: Clicked
  /** The present mappings. */
  mappings: readonly PayloadMapping[]
  onMap: (mapping: PayloadMapping) => void
  onClose: () => void
}

const fixed = 'fixed'
const inMessage = 'payload '

interface Values {
  field: Entry['field']
  unit: Entry['unit']
  isNegated: boolean
  /** The source of the serial: a level of the topic, a path in the message, or `fixed`. */
  from: string
  serial: string
}

/** Form for the meaning of a value: its quantity, unit and device. */
export function MapValue({ clicked, mappings, onMap, onClose }: MapValueProps) {
  const text = useOwnerText()
  const common = useText()
  const labelOf = useFieldLabel()
  const levels = clicked.topic.split('/')
  const isSerial = matches(new RegExp(deviceSerialPattern), text('mqtt.serialWrong'))
  const form = useForm<Values>({
    initial: initialOf(clicked, mappings),
    rules: { serial: (value, { from }) => (from === fixed ? isSerial(value, value) : undefined) },
    onSubmit: (values) => onMap(mappingOf(clicked, values)),
  })
  const { field, from } = form.values
  const unit = form.field('unit')
  const unitsFor = (of: Entry['field']): readonly Entry['unit'][] => (of === 'time' ? timeUnits : unitsOf(of))
  const setField = (next: Entry['field']) => {
    form.setValue('field', next)
    form.setValue('unit', (next === 'time' ? timeUnitOf(clicked.text) : undefined) ?? unitsFor(next)[0] ?? 'W')
  }
  return (
    <Form form={form} label={text('mqtt.mapOf', { value: clicked.text })}>
      <p className={styles['heard']}>{text('mqtt.mapOf', { value: clicked.text })}</p>
      <div className={styles['fields']}>
        <SelectField
          {...form.field('field')}
          onChange={setField}
          label={text('mqtt.quantity')}
          options={[...mappedFields, 'time' as const].map((value) => ({ value, label: labelOf(value) }))}
        />
        <SelectField
          {...unit}
          label={text('mqtt.unit')}
          options={unitsFor(field).map((value) => ({
            value,
            label: field === 'time' ? text(`mqtt.time.${value as TimeUnit}`) : value,
          }))}
        />
        <SelectField
          {...form.field('from')}
          label={text('mqtt.device')}
          options={[
            { value: fixed, label: text('mqtt.deviceFixed') },
            ...levels.map((name, nth) => ({ value: String(nth), label: text('mqtt.deviceTopic', { name }) })),
            ...serialsIn(clicked.payload).map(({ path, text: name }) => ({
              value: `${inMessage}${path}`,
              label: text('mqtt.devicePayload', { name, path }),
            })),
          ]}
        />
        {from === fixed && <TextField {...form.field('serial')} label={text('mqtt.serial')} required />}
      </div>
      {field !== 'time' && <CheckboxField {...form.field('isNegated')} label={text('mqtt.negated')} />}
      <FormActions>
        <Button kind="primary" icon="check" type="submit">
          {text('mqtt.map')}
        </Button>
        <Button onClick={onClose}>{common('action.cancel')}</Button>
      </FormActions>
    </Form>
  )
}

/**
 * Initial values: the present mapping, else a guess by the value's name; for the device, the last mapping of this
 * topic.
 */
function initialOf(clicked: Clicked, mappings: readonly PayloadMapping[]): Values {
  const known = entryOf(mappings, clicked.topic, clicked.path)
  const { field, unit } = known ?? guessOf(clicked)
  const isNegated = known?.mapping.fields.some((one) => one.path === clicked.path && one.isNegated) ?? false
  const former =
    known?.mapping ??
    mappings.findLast(({ topic }) => matchesTopic(topic, clicked.topic)) ??
    mappings.findLast(({ serial }) => serial.from === 'fixed')
  const beside = besideOf(clicked)
  const from = known || !beside ? fromOf(former?.serial) : `${inMessage}${beside}`
  const serial = former?.serial.from === 'fixed' ? former.serial.serial : 'INVERTER-1'
  return { field, unit, isNegated, from, serial }
}

function fromOf(serial: PayloadMapping['serial'] | undefined): string {
  if (!serial || serial.from === 'fixed') return fixed
  return serial.from === 'topic' ? String(serial.level) : `${inMessage}${serial.path}`
}

/** Possible serials: texts, and numbers too long to be measurements. */
const serialsIn = (payload: string) =>
  leavesOf(payload)
    .filter(({ path, text, isTime }) => path !== '' && !isTime && /^(?=.*[A-Za-z]|\d{8})[\w:. -]{4,32}$/.test(text))
    .filter(({ text }) => text !== 'null' && text !== 'true' && text !== 'false')

const isSerialName = /(^|[./_])(sn|id|serial\w*|device\w*|inverter\w*)$/i

/** In a message with a list of devices: the path of the serial beside the clicked value. */
function besideOf({ path, payload }: Clicked): string | undefined {
  const item = /^(?:.*[./])?\d+(?=[./])/.exec(path)?.[0]
  if (item === undefined) return undefined
  const names = serialsIn(payload).map((leaf) => leaf.path)
  return names.find((name) => name.startsWith(item) && isSerialName.test(name))
}

function mappingOf({ topic, path }: Clicked, { field, unit, isNegated, from, serial }: Values): PayloadMapping {
  const level = from === fixed || from.startsWith(inMessage) ? -1 : Number(from)
  const read =
    field === 'time'
      ? { time: { path, unit: unit as TimeUnit }, fields: [] }
      : { fields: [{ field, path, unit: unit as MappedUnit, ...(isNegated && { isNegated }) }] }
  return {
    topic: topic
      .split('/')
      .map((name, nth) => (nth === level ? '+' : name))
      .join('/'),
    serial:
      from === fixed
        ? { from: 'fixed', serial }
        : level < 0
          ? { from: 'payload', path: from.slice(inMessage.length) }
          : { from: 'topic', level },
    ...read,
  }
}
