import { useState } from 'react'
import { type SavedFilter, type SavedList, savedFilterRules } from '@helioport/contract'
import { ApiError, type ApiErrorCode, useEndpoint, useSend } from '@helioport/api-client'
import { useText } from '@helioport/i18n'
import { Button, Icon, Menu, Notice, Stack } from '@helioport/ui'
import { Form, FormActions, required, TextField, useForm } from '@helioport/ui/form'
import { Modal } from '@helioport/ui/overlay'
import { useOwnerText } from '../../station/owner-texts.ts'

const refreshes = ['GET /saved-filters'] as const

interface SavedFiltersProps {
  list: SavedList
  /** The query of the present address. */
  query: string
  onApply: (query: string) => void
}

/** The account's saved filters: applies one, saves the present one, deletes one. */
export function SavedFilters({ list, query, onApply }: SavedFiltersProps) {
  const text = useOwnerText()
  const { data = [] } = useEndpoint('GET /saved-filters', { query: { list } })
  const [isNaming, setNaming] = useState(false)
  const forget = useSend('DELETE /saved-filters/:savedFilterId', { refreshes })
  const present = data.find((filter) => filter.query === query)
  return (
    <>
      <Menu
        label={text('saved.title')}
        align="start"
        trigger={
          <>
            <Icon name="filter" /> {present?.name ?? text('saved.title')}
          </>
        }
        items={[
          ...data.map((filter) => ({
            key: filter.id,
            label: filter.name,
            selected: filter.query === query,
            onSelect: () => onApply(filter.query),
          })),
          {
            key: 'save',
            label: text('saved.save'),
            icon: 'plus' as const,
            divided: data.length > 0,
            onSelect: () => setNaming(true),
          },
          ...(present
            ? [
                {
                  key: 'forget',
                  label: text('saved.forget', { name: present.name }),
                  icon: 'trash' as const,
                  danger: true,
                  // The failure is not shown elsewhere: the filter stays in the menu.
                  onSelect: () => void forget.send({ params: { savedFilterId: present.id } }).catch(() => {}),
                },
              ]
            : []),
        ]}
      />
      {isNaming && <SaveForm list={list} query={query} known={data} onClose={() => setNaming(false)} />}
    </>
  )
}

interface SaveFormProps {
  list: SavedList
  query: string
  known: readonly SavedFilter[]
  onClose: () => void
}

function SaveForm({ list, query, known, onClose }: SaveFormProps) {
  const text = useOwnerText()
  const common = useText()
  const reasons = useText('error')
  const [failure, setFailure] = useState<ApiErrorCode>()
  const { send } = useSend('POST /saved-filters', { refreshes })
  const form = useForm({
    initial: { name: '' },
    rules: { name: required(common('field.required')) },
    onSubmit: async ({ name }) => {
      setFailure(undefined)
      try {
        await send({ body: { list, name: name.trim(), query } })
        onClose()
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        setFailure(error.code)
      }
    },
  })
  const isTaken = known.some(({ name }) => name.toLowerCase() === form.values.name.trim().toLowerCase())
  return (
    <Modal open title={text('saved.save')} onClose={onClose} closeLabel={common('action.close')}>
      <Form form={form} label={text('saved.save')}>
        <Stack gap={3}>
          <TextField
            {...form.field('name')}
            label={text('saved.name')}
            hint={isTaken ? text('saved.replaces') : undefined}
            maxLength={savedFilterRules.name.maxLength}
            required
          />
          {failure && <Notice tone="bad">{reasons(failure)}</Notice>}
        </Stack>
        <FormActions>
          <Button kind="primary" type="submit" busy={form.isSubmitting}>
            {text('saved.save')}
          </Button>
        </FormActions>
      </Form>
    </Modal>
  )
}
