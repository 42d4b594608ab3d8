import { type ShareRight, shareRights } from '@helioport/contract'
import { useDayWords } from '@helioport/i18n'
import { DayField } from '@helioport/ui/date'
import { CheckboxField, type FormState } from '@helioport/ui/form'
import { useStationText } from './use-station-text.ts'
import { useOwnerText } from './owner-texts.ts'
import styles from './share-terms.module.css'

type Optional = Exclude<ShareRight, 'view'>

/** Rights and last day as the form holds them; `view` is implied. */
export type TermsValues = Record<Optional, boolean> & { endsOn: string }

const optional = shareRights.filter((right): right is Optional => right !== 'view')

export const newTerms: TermsValues = { endsOn: '', income: false, alarms: true, logs: false, control: false, iv: false }

export function valuesOfTerms(rights: readonly ShareRight[], endsOn: string | null): TermsValues {
  const given = Object.fromEntries(optional.map((right) => [right, rights.includes(right)])) as Record<
    Optional,
    boolean
  >
  return { ...given, endsOn: endsOn ?? '' }
}

/** Rights and last day as they are sent. */
export function termsOf(values: TermsValues): { rights: ShareRight[]; endsOn: string | null } {
  return { rights: ['view', ...optional.filter((right) => values[right])], endsOn: values.endsOn || null }
}

/** Each right with what it allows, and the last day. */
export function ShareTerms({ form }: { form: FormState<TermsValues & { userName: string }> }) {
  const text = useStationText()
  const owner = useOwnerText()
  const days = useDayWords()
  return (
    <>
      <fieldset className={styles['rights']}>
        <legend>{text('sharing.rights')}</legend>
        {optional.map((right) => (
          <CheckboxField
            key={right}
            {...form.field(right)}
            label={text(`right.${right}`)}
            hint={owner(`rightHint.${right}`)}
          />
        ))}
      </fieldset>
      <DayField {...form.field('endsOn')} {...days} label={text('sharing.endsOn')} hint={text('sharing.endsOnHint')} />
    </>
  )
}
