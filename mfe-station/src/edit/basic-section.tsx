import { useDayWords, useText } from '@helioport/i18n'
import { Card } from '@helioport/ui'
import { DayField } from '@helioport/ui/date'
import { CheckboxField, type FormState, NumberField, TextAreaField, TextField } from '@helioport/ui/form'
import { useOwnerText } from '../station/owner-texts.ts'
import { needsCaseNumber } from './station-breaches.ts'
import type { StationValues } from './station-values.ts'
import styles from './edit.module.css'

export interface SectionProps {
  form: FormState<StationValues>
}

/** Name and technical data. */
export function BasicSection({ form }: SectionProps) {
  const text = useOwnerText()
  const common = useText()
  const days = useDayWords()
  const number = { notANumber: text('rule.number'), required: true }
  return (
    <Card title={text('section.basic')}>
      <div className={styles['fields']}>
        <TextField {...form.field('name')} label={text('field.name')} required />
        <DayField {...form.field('installedOn')} {...days} label={text('field.installedOn')} required />
        <NumberField {...form.field('capacityKwp')} {...number} unit="kWp" label={text('field.capacity')} />
        <NumberField
          {...form.field('energyBaseKwh')}
          {...number}
          unit="kWh"
          label={text('field.base')}
          hint={text('field.baseHint')}
        />
        <NumberField
          {...form.field('coefficientPercent')}
          {...number}
          unit="%/°C"
          label={text('field.coefficient')}
          hint={text('field.coefficientHint')}
        />
        <NumberField
          {...form.field('sortNumber')}
          {...number}
          label={text('field.sortNumber')}
          hint={text('field.sortNumberHint')}
        />
        <TextField
          {...form.field('caseNumber')}
          label={text('field.caseNumber')}
          {...(needsCaseNumber(form.values) ? { required: true } : { mark: common('field.optional') })}
          hint={text('field.caseNumberHint')}
        />
        <CheckboxField
          {...form.field('mpptCheck')}
          label={text('field.mpptCheck')}
          hint={text('field.mpptCheckHint')}
        />
        <div className={styles['wide']}>
          <TextAreaField {...form.field('description')} rows={2} label={text('field.description')} required />
        </div>
      </div>
    </Card>
  )
}
