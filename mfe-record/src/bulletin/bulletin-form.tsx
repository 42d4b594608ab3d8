import { useState } from 'react'
import { ApiError } from '@helioport/api-client'
import { type Bulletin, type BulletinInput, messageLocales } from '@helioport/contract'
import { locales, messageLocaleOf, useLocale, useRefusalText, useText } from '@helioport/i18n'
import { Button, Notice } from '@helioport/ui'
import {
  Form,
  FormActions,
  type FormState,
  matches,
  maxLength,
  required,
  SelectField,
  TextAreaField,
  TextField,
  useForm,
} from '@helioport/ui/form'
import { Confirm, toast } from '@helioport/ui/overlay'
import type enUS from '../messages/en-US.ts'
import { FileChoice } from './file-choice.tsx'
import { fileRefusal } from './file-refusal.ts'
import { useBulletinSend } from './use-bulletin-send.ts'

const maxBody = 20_000
const maxTitle = 160

interface BulletinFormProps {
  kind: Bulletin['kind']
  bulletin: Bulletin | undefined
  onDone: () => void
}

/** Form of a bulletin in one language. */
export function BulletinForm({ kind, bulletin, onDone }: BulletinFormProps) {
  const text = useText<typeof enUS>('record')
  const common = useText()
  const refusalText = useRefusalText()
  const { code } = useLocale()
  const [failure, setFailure] = useState<string>()
  const [isRemoving, setRemoving] = useState(false)
  const [file, setFile] = useState<File>()
  const hasFile = file !== undefined || (bulletin?.file ?? null) !== null
  const { save, remove } = useBulletinSend(bulletin)
  const attempt = async (work: () => Promise<unknown>, done: string) => {
    setFailure(undefined)
    try {
      await work()
      toast({ tone: 'good', text: done })
      onDone()
    } catch (error) {
      setFailure(refusalText(error instanceof ApiError ? error : { code: 'service.failed' }))
    }
  }
  const form = useForm<Required<BulletinInput>>({
    initial: bulletin
      ? {
          kind,
          locale: bulletin.locale,
          title: bulletin.title,
          body: bulletin.body,
          url: bulletin.url,
          version: bulletin.version,
        }
      : { kind, locale: messageLocaleOf(code), title: '', body: '', url: '', version: '' },
    rules: {
      title: required(common('field.required')),
      body: maxLength(maxBody, common('field.tooLong', { max: maxBody })),
      url: (value) =>
        (kind === 'download' && !hasFile ? required(text('publish.fileOrUrl'))(value, '') : undefined) ??
        matches(/^https:\/\/\S+$/, text('publish.https'))(value, ''),
    },
    onSubmit: async (body) => {
      // The error is shown beside the file.
      if (file && fileRefusal(file)) return
      await attempt(() => save(body, file), text(bulletin ? 'publish.changed' : 'publish.done'))
    },
  })
  return (
    <Form form={form} label={text(`publish.${kind}`)}>
      <BulletinFields form={form} kind={kind} />
      <FileChoice stored={bulletin?.file ?? null} file={file} onChange={setFile} />
      {failure !== undefined && <Notice tone="bad">{failure}</Notice>}
      <FormActions>
        <Button kind="primary" type="submit" busy={form.isSubmitting}>
          {bulletin ? common('action.save') : text('publish.submit')}
        </Button>
        {bulletin && (
          <Button kind="danger" onClick={() => setRemoving(true)}>
            {common('action.delete')}
          </Button>
        )}
      </FormActions>
      <Confirm
        open={isRemoving}
        title={text('publish.remove')}
        text={bulletin?.title ?? ''}
        confirmLabel={common('action.delete')}
        cancelLabel={common('action.cancel')}
        danger
        onCancel={() => setRemoving(false)}
        onConfirm={() => {
          setRemoving(false)
          void attempt(remove, text('publish.removed'))
        }}
      />
    </Form>
  )
}

interface BulletinFieldsProps {
  form: FormState<Required<BulletinInput>>
  kind: Bulletin['kind']
}

function BulletinFields({ form, kind }: BulletinFieldsProps) {
  const text = useText<typeof enUS>('record')
  const common = useText()
  return (
    <>
      <SelectField
        {...form.field('locale')}
        label={common('language')}
        hint={text('publish.locale')}
        options={messageLocales.map((value) => ({
          value: value as string,
          label: locales.find((locale) => locale.code === value)?.label ?? value,
        }))}
      />
      <TextField {...form.field('title')} label={text('publish.title')} maxLength={maxTitle} required />
      <TextAreaField {...form.field('body')} label={text('publish.body')} rows={kind === 'news' ? 12 : 4} />
      <TextField
        {...form.field('url')}
        type="url"
        label={text('publish.url')}
        placeholder="https://"
        mark={common('field.optional')}
      />
      {kind === 'download' && (
        <TextField
          {...form.field('version')}
          label={text('publish.version')}
          maxLength={40}
          mark={common('field.optional')}
        />
      )}
    </>
  )
}
