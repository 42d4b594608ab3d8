import { useState } from 'react'
import { useSend } from '@helioport/api-client'
import { type Passkey, passkeyRules } from '@helioport/contract'
import { useFormat } from '@helioport/i18n'
import { viewerTimeZone } from '@helioport/time'
import { Button, Notice, StatusTag, useNow } from '@helioport/ui'
import { Form, FormActions, required, TextField, useForm } from '@helioport/ui/form'
import { Entry } from '../../account/entry-list.tsx'
import { useAccountText } from '../../account/use-account-text.ts'
import { useWrite } from '../../account/use-write.tsx'

/** One passkey: its name can be changed, and it can be removed. */
export function PasskeyEntry({ passkey, onRemove }: { passkey: Passkey; onRemove: () => void }) {
  const text = useAccountText()
  const format = useFormat()
  const now = useNow(60_000)
  const [isNaming, setNaming] = useState(false)
  const { name, createdAt, lastUsedAt, isSynced } = passkey
  if (isNaming) return <NewName passkey={passkey} onDone={() => setNaming(false)} />
  return (
    <Entry
      icon="lock"
      title={name}
      mark={isSynced && <StatusTag status="normal" label={text('passkey.synced')} />}
      note={[
        text('passkey.since', { day: format.date(createdAt, viewerTimeZone()) }),
        lastUsedAt === null ? text('passkey.unused') : text('passkey.used', { ago: format.ago(lastUsedAt, now) }),
      ].join(' · ')}
    >
      <Button size="s" label={text('passkey.renameOf', { name })} onClick={() => setNaming(true)}>
        {text('passkey.rename')}
      </Button>
      <Button size="s" kind="danger" label={text('passkey.removeOf', { name })} onClick={onRemove}>
        {text('passkey.remove')}
      </Button>
    </Entry>
  )
}

function NewName({ passkey: { id, name }, onDone }: { passkey: Passkey; onDone: () => void }) {
  const text = useAccountText()
  const { attempt, failure } = useWrite()
  const rename = useSend('PUT /passkeys/:passkeyId', { refreshes: ['GET /passkeys'] })
  const form = useForm({
    initial: { name },
    rules: { name: required(text('passkey.nameRule', { max: passkeyRules.name.maxLength })) },
    onSubmit: async (values) => {
      const body = { name: values.name.trim() }
      if (await attempt(() => rename.send({ params: { passkeyId: id }, body }), text('passkey.renamed'))) onDone()
    },
  })
  return (
    <li>
      <Form form={form} label={text('passkey.renameOf', { name })}>
        {failure !== undefined && <Notice tone="bad">{failure}</Notice>}
        <TextField
          {...form.field('name')}
          label={text('passkey.name')}
          maxLength={passkeyRules.name.maxLength}
          required
        />
        <FormActions>
          <Button kind="primary" type="submit" busy={form.isSubmitting}>
            {text('passkey.saveName')}
          </Button>
          <Button onClick={onDone}>{text('cancel')}</Button>
        </FormActions>
      </Form>
    </li>
  )
}
