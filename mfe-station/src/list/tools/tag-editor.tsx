import { useState } from 'react'
import { type StationTag, type TagKind, tagKinds, tagRules } from '@helioport/contract'
import { ApiError, type ApiErrorCode, useSend } from '@helioport/api-client'
import { useFormat, useText } from '@helioport/i18n'
import { Button, Empty, Notice, Stack } from '@helioport/ui'
import { Form, FormActions, required, SelectField, TextField, useForm } from '@helioport/ui/form'
import { Confirm, Modal } from '@helioport/ui/overlay'
import { useOwnerText } from '../../station/owner-texts.ts'
import styles from './tools.module.css'

const refreshes = ['GET /station-tags', 'GET /stations'] as const

/** Creates, renames and deletes groups and tags. */
export function TagEditor({ tags, onClose }: { tags: readonly StationTag[]; onClose: () => void }) {
  const text = useOwnerText()
  const common = useText()
  const [changed, setChanged] = useState<StationTag>()
  return (
    <Modal open title={text('tags.title')} onClose={onClose} closeLabel={common('action.close')}>
      <Stack gap={4}>
        <p>{text('tags.hint')}</p>
        {tags.length === 0 && <Empty title={text('tags.none')} />}
        <ul className={styles['tags']}>
          {tags.map((tag) => (
            <TagRow key={tag.id} tag={tag} onChange={() => setChanged(tag)} />
          ))}
        </ul>
        <TagForm key={changed?.id ?? 'new'} tag={changed} onDone={() => setChanged(undefined)} />
      </Stack>
    </Modal>
  )
}

function TagRow({ tag, onChange }: { tag: StationTag; onChange: () => void }) {
  const text = useOwnerText()
  const common = useText()
  const format = useFormat()
  const remove = useSend('DELETE /station-tags/:stationTagId', { refreshes })
  const [isAsking, setAsking] = useState(false)
  return (
    <li>
      <span className={styles['tagName']}>
        {tag.name}{' '}
        <span className={styles['kind']}>
          {text(`tags.${tag.kind}`)} · {text('tags.stations', { count: format.number(tag.stations) })}
        </span>
      </span>
      <Button size="s" kind="text" icon="edit" label={`${text('tags.rename')}: ${tag.name}`} onClick={onChange}>
        {text('tags.rename')}
      </Button>
      <Button
        size="s"
        kind="text"
        icon="trash"
        label={`${text('tags.delete')}: ${tag.name}`}
        onClick={() => setAsking(true)}
      >
        {text('tags.delete')}
      </Button>
      <Confirm
        open={isAsking}
        title={`${text('tags.delete')}: ${tag.name}`}
        text={text('tags.deleteText')}
        confirmLabel={text('tags.delete')}
        cancelLabel={common('action.cancel')}
        danger
        onCancel={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false)
          // The failure is not shown elsewhere: the row stays.
          remove.send({ params: { stationTagId: tag.id } }).catch(() => {})
        }}
      />
    </li>
  )
}

function TagForm({ tag, onDone }: { tag: StationTag | undefined; onDone: () => void }) {
  const text = useOwnerText()
  const common = useText()
  const reasons = useText('error')
  const [failure, setFailure] = useState<ApiErrorCode>()
  const add = useSend('POST /station-tags', { refreshes })
  const change = useSend('PUT /station-tags/:stationTagId', { refreshes })
  const form = useForm<{ kind: TagKind; name: string }>({
    initial: { kind: tag?.kind ?? 'tag', name: tag?.name ?? '' },
    rules: { name: required(common('field.required')) },
    onSubmit: async ({ kind, name }) => {
      setFailure(undefined)
      try {
        if (tag) await change.send({ params: { stationTagId: tag.id }, body: { name: name.trim() } })
        else await add.send({ body: { kind, name: name.trim() } })
        form.reset({ kind, name: '' })
        onDone()
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        setFailure(error.code)
      }
    },
  })
  return (
    <Form form={form} label={text(tag ? 'tags.rename' : 'tags.new')}>
      <Stack gap={3}>
        {!tag && (
          <SelectField
            {...form.field('kind')}
            label={text('tags.kind')}
            hint={text('tags.kindHint')}
            options={tagKinds.map((value) => ({ value, label: text(`tags.${value}`) }))}
          />
        )}
        <TextField {...form.field('name')} label={text('tags.name')} maxLength={tagRules.name.maxLength} required />
        {failure && <Notice tone="bad">{reasons(failure)}</Notice>}
      </Stack>
      <FormActions>
        <Button kind="primary" type="submit" busy={form.isSubmitting}>
          {text(tag ? 'tags.rename' : 'tags.add')}
        </Button>
        {tag && <Button onClick={onDone}>{common('action.cancel')}</Button>}
      </FormActions>
    </Form>
  )
}
