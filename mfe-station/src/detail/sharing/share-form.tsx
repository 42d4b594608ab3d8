import { shareRights } from '@helioport/contract'
import { ApiError, useSend } from '@helioport/api-client'
import { useText } from '@helioport/i18n'
import { Button } from '@helioport/ui'
import { CheckboxField, Form, FormActions, required, TextField, useForm } from '@helioport/ui/form'
import { toast } from '@helioport/ui/overlay'
import { useStationText } from '../../station/use-station-text.ts'

const optional = shareRights.filter((right) => right !== 'view')

/** Invites an account by its user name; the service does not say whether there is one. */
export function ShareForm({ stationId }: { stationId: string }) {
  const text = useStationText()
  const common = useText()
  const reasons = useText('error')
  const { send } = useSend('POST /stations/:stationId/shares', { refreshes: ['GET /stations/:stationId/shares'] })
  const form = useForm({
    initial: { userName: '', endsOn: '', income: false, alarms: true, logs: false, control: false, iv: false },
    rules: { userName: required(common('field.required')) },
    onSubmit: async ({ userName, endsOn, ...given }) => {
      const rights = optional.filter((right) => given[right])
      const body = { userName: userName.trim(), rights: ['view' as const, ...rights], endsOn: endsOn || null }
      try {
        await send({ params: { stationId }, body })
        toast({ tone: 'good', text: text('sharing.sent', { name: body.userName }) })
        form.reset()
      } catch (error) {
        form.setErrors({ userName: reasons(error instanceof ApiError ? error.code : 'service.failed') })
      }
    },
  })
  return (
    <Form form={form} label={text('sharing.invite')}>
      <TextField {...form.field('userName')} label={text('sharing.userName')} required />
      <TextField
        {...form.field('endsOn')}
        type="date"
        label={text('sharing.endsOn')}
        hint={text('sharing.endsOnHint')}
      />
      {optional.map((right) => (
        <CheckboxField key={right} {...form.field(right)} label={text(`right.${right}`)} />
      ))}
      <FormActions>
        <Button kind="primary" type="submit" busy={form.isSubmitting}>
          {text('sharing.send')}
        </Button>
      </FormActions>
    </Form>
  )
}
