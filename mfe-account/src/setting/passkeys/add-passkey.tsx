import { useState } from 'react'
import { useSend } from '@helioport/api-client'
import { passkeyRules } from '@helioport/contract'
import { Button, Notice } from '@helioport/ui'
import { Form, FormActions, required, TextField, useForm } from '@helioport/ui/form'
import { toast } from '@helioport/ui/overlay'
import { useAccountText } from '../../account/use-account-text.ts'
import { useWrite } from '../../account/use-write.tsx'

/** Asks for a name, then lets the browser create the passkey. */
export function AddPasskey({ onDone }: { onDone: () => void }) {
  const text = useAccountText()
  const { attempt, failure } = useWrite()
  const begin = useSend('POST /passkeys/challenge')
  const add = useSend('POST /passkeys', { refreshes: ['GET /passkeys'] })
  const [ended, setEnded] = useState<'cancelled' | 'known'>()
  const form = useForm({
    initial: { name: '' },
    rules: { name: required(text('passkey.nameRule', { max: passkeyRules.name.maxLength })) },
    onSubmit: async ({ name }) => {
      setEnded(undefined)
      await attempt(async () => {
        // The WebAuthn code is loaded in parallel with the challenge.
        const [{ data }, { makePasskey }] = await Promise.all([begin.send(), import('./make-passkey.ts')])
        if (!data) return
        const created = await makePasskey(data)
        if (created === 'cancelled' || created === 'known') return setEnded(created)
        await add.send({ body: { name: name.trim(), created } })
        toast({ tone: 'good', text: text('passkey.added') })
        onDone()
      })
    },
  })
  return (
    <Form form={form} label={text('passkey.add')}>
      {failure !== undefined && <Notice tone="bad">{failure}</Notice>}
      {ended && <Notice tone="warn">{text(`passkey.${ended}`)}</Notice>}
      <TextField
        {...form.field('name')}
        label={text('passkey.name')}
        hint={text('passkey.nameHint')}
        maxLength={passkeyRules.name.maxLength}
        required
      />
      <FormActions>
        <Button kind="primary" type="submit" busy={form.isSubmitting}>
          {text('passkey.add')}
        </Button>
        <Button onClick={onDone}>{text('cancel')}</Button>
      </FormActions>
    </Form>
  )
}
