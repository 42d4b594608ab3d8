import { useEffect } from 'react'
import { useText } from '@helioport/i18n'
import { Button, Notice } from '@helioport/ui'
import { FormActions, type FormState } from '@helioport/ui/form'
import { useAccountText } from '../../account/use-account-text.ts'

interface SaveEndProps {
  form: Pick<FormState<object>, 'isDirty' | 'isSubmitting' | 'isOvertaken'>
  /** Why the last save failed. */
  failure: string | undefined
  /** Called when the form gets unsaved changes, and when it has none any more. */
  onDirty: (isDirty: boolean) => void
}

/** Last rows of a form of notification settings: why nothing was saved, and the save button. */
export function SaveEnd({ form, failure, onDirty }: SaveEndProps) {
  const text = useAccountText()
  const common = useText()
  const isUnsaved = form.isDirty && !form.isSubmitting
  useEffect(() => onDirty(isUnsaved), [onDirty, isUnsaved])
  return (
    <>
      {form.isOvertaken && <Notice tone="warn">{common('overtaken.form')}</Notice>}
      {failure !== undefined && <Notice tone="bad">{failure}</Notice>}
      <FormActions>
        <Button kind="primary" type="submit" disabled={!form.isDirty} busy={form.isSubmitting}>
          {text('save')}
        </Button>
      </FormActions>
    </>
  )
}
