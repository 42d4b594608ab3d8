import { isCurve, powerLimitMin, reactiveShareMax, type SettingKind } from '@helioport/contract'
import { useDayWords, useFormat, useSettingText, useText } from '@helioport/i18n'
import { MomentField } from '@helioport/ui/date'
import { type FormState, NumberField } from '@helioport/ui/form'
import type enUS from '../messages/en-US.ts'
import styles from './choice.module.css'
import { type CornerEntry, type SettingEntries, settingOf } from './setting-entries.ts'
import { CanaryField, RevertField } from './term-fields.tsx'

interface SettingFieldsProps {
  kind: Exclude<SettingKind, 'reactivePower'>
  form: FormState<SettingEntries>
  /** How many devices are chosen. */
  devices: number
  /** Station whose time zone an end is in; undefined: nothing is chosen. */
  station: string | undefined
}

/** Fields for amount or corners, end, and canary. */
export function SettingFields({ kind, form, devices, station }: SettingFieldsProps) {
  const text = useText<typeof enUS>('functions')
  const common = useText()
  const days = useDayWords()
  const format = useFormat()
  const settingText = useSettingText()
  const setting = settingOf(kind, form.values)
  const range = () => {
    const step = format.percent(0.001, 1)
    if (kind === 'powerLimit')
      return text('setting.limitRange', { min: format.percent(powerLimitMin, 0), max: format.percent(1, 0), step })
    const isTyped = setting.value !== null && !Number.isNaN(setting.value)
    return isTyped
      ? settingText(setting)
      : text('setting.shareRange', { max: format.percent(reactiveShareMax, 0), step })
  }
  return (
    <>
      {isCurve(kind) ? (
        <Corners kind={kind} form={form} />
      ) : (
        <NumberField
          {...form.field('amount')}
          label={text(kind === 'powerLimit' ? 'setting.limit' : 'setting.share')}
          unit="%"
          hint={range()}
          notANumber={common('field.number')}
          required
        />
      )}
      {kind === 'powerLimit' ? (
        <MomentField
          {...form.field('endsAt')}
          {...days}
          label={station === undefined ? text('setting.end') : text('setting.endAt', { station })}
          required
        />
      ) : (
        <RevertField {...form.field('revertAfterMinutes')} />
      )}
      <CanaryField field={form.field('canary')} devices={devices} />
    </>
  )
}

interface CornersProps {
  kind: 'powerFactorCurve' | 'voltageCurve'
  form: FormState<SettingEntries>
}

/** Corners of the curve: position and value, signed as everywhere in the portal. */
function Corners({ kind, form }: CornersProps) {
  const text = useText<typeof enUS>('functions')
  const common = useText()
  const format = useFormat()
  const settingText = useSettingText()
  const { corners } = form.values
  const put = (index: number, change: Partial<CornerEntry>) =>
    form.setValue(
      'corners',
      corners.map((corner, i) => (i === index ? { ...corner, ...change } : corner)),
    )
  const words = ({ value }: CornerEntry) => {
    if (value === null || Number.isNaN(value)) return text('setting.signs')
    return settingText(
      kind === 'voltageCurve'
        ? { kind: 'fixedReactive', value: value / 100, points: null }
        : { kind: 'reactivePower', value, points: null },
    )
  }
  return (
    <div className={styles['corners']}>
      {corners.map((corner, index) => {
        const place = { number: format.number(index + 1) }
        const binding = { onLeave: () => {}, error: undefined, disabled: false, notANumber: common('field.number') }
        return [
          <NumberField
            {...binding}
            key={`at${index}`}
            name={`at${index}`}
            label={text(kind === 'voltageCurve' ? 'setting.voltage' : 'setting.power', place)}
            unit="%"
            value={corner.at}
            onChange={(at) => put(index, { at })}
          />,
          <NumberField
            {...binding}
            key={`value${index}`}
            name={`value${index}`}
            label={text(kind === 'voltageCurve' ? 'setting.reactive' : 'setting.factor', place)}
            {...(kind === 'voltageCurve' && { unit: '%' })}
            hint={words(corner)}
            value={corner.value}
            onChange={(value) => put(index, { value })}
          />,
        ]
      })}
    </div>
  )
}
