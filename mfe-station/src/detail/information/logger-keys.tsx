import { useState } from 'react'
import { ApiError, type ApiErrorCode, useEndpoint, useSend } from '@helioport/api-client'
import type { Logger, LoggerKey } from '@helioport/contract'
import { useErrorText, useFormat, useTableTexts, useText } from '@helioport/i18n'
import { Button, copyText, Empty, ErrorState, Notice, Stack } from '@helioport/ui'
import { Form, FormActions, SelectField, useForm } from '@helioport/ui/form'
import { Confirm, Modal, toast } from '@helioport/ui/overlay'
import { DataTable } from '@helioport/ui/table'
import { useOwnerText } from '../../station/owner-texts.ts'
import styles from './information.module.css'

const refreshes = ['GET /loggers/:loggerId/keys'] as const
const overlaps = [0, 1, 24, 168] as const

interface LoggerKeysProps {
  logger: Logger
  now: number
  onClose: () => void
}

/** Keys of a logger: create a new one, see how long the previous ones stay valid, revoke one. */
export function LoggerKeys({ logger, now, onClose }: LoggerKeysProps) {
  const text = useOwnerText()
  const common = useText()
  const reasons = useText('error')
  const errorText = useErrorText()
  const params = { loggerId: logger.id }
  const keys = useEndpoint('GET /loggers/:loggerId/keys', { params })
  const revoke = useSend('DELETE /loggers/:loggerId/keys/:loggerKeyId', { refreshes })
  const [ending, setEnding] = useState<LoggerKey>()
  const [failure, setFailure] = useState<ApiErrorCode>()
  const end = async ({ id }: LoggerKey) => {
    setEnding(undefined)
    setFailure(undefined)
    try {
      await revoke.send({ params: { ...params, loggerKeyId: id } })
      toast({ tone: 'good', text: text('logger.revoked') })
    } catch (error) {
      setFailure(refusalOf(error))
    }
  }
  return (
    <Modal
      open
      title={text('logger.keysOf', { serial: logger.serial })}
      onClose={onClose}
      closeLabel={common('action.close')}
    >
      <Stack gap={4}>
        {keys.error && !keys.data ? (
          <ErrorState {...errorText(keys.error, keys.refetch)} />
        ) : (
          <KeyTable keys={keys.data ?? []} isLoading={keys.isLoading} now={now} onEnd={setEnding} />
        )}
        {failure && <Notice tone="bad">{reasons(failure)}</Notice>}
        <NewKey loggerId={logger.id} />
      </Stack>
      <Confirm
        open={ending !== undefined}
        title={text('logger.revokeTitle')}
        text={text('logger.revokeText')}
        confirmLabel={text('logger.revoke')}
        cancelLabel={common('action.cancel')}
        danger
        onCancel={() => setEnding(undefined)}
        onConfirm={() => ending && void end(ending)}
      />
    </Modal>
  )
}

/** Undefined: the person closed the password dialog and knows that nothing was done. */
function refusalOf(error: unknown): ApiErrorCode | undefined {
  if (!(error instanceof ApiError)) throw error
  return error.code === 'session.proofRequired' ? undefined : error.code
}

interface KeyTableProps {
  keys: readonly LoggerKey[]
  isLoading: boolean
  now: number
  onEnd: (key: LoggerKey) => void
}

function KeyTable({ keys, isLoading, now, onEnd }: KeyTableProps) {
  const text = useOwnerText()
  const texts = useTableTexts()
  const format = useFormat()
  return (
    <DataTable
      label={text('logger.keys')}
      texts={texts}
      rows={keys}
      rowKey={({ id }) => id}
      loading={isLoading}
      empty={<Empty icon="lock" title={text('logger.noKey')} />}
      columns={[
        {
          key: 'created',
          title: text('logger.keySince'),
          card: 'title',
          render: ({ createdAt }) => format.dateTime(createdAt),
        },
        {
          key: 'used',
          title: text('logger.keyUsed'),
          render: ({ lastUsedAt }) => (lastUsedAt === null ? text('logger.never') : format.ago(lastUsedAt, now)),
        },
        {
          key: 'ends',
          title: text('logger.keyEnds'),
          render: ({ endsAt }) => (endsAt === null ? text('logger.noEnd') : format.dateTime(endsAt)),
        },
        {
          key: 'revoke',
          title: '',
          align: 'end',
          render: (key) => (
            <Button size="s" kind="text" icon="trash" onClick={() => onEnd(key)}>
              {text('logger.revoke')}
            </Button>
          ),
        },
      ]}
    />
  )
}

function NewKey({ loggerId }: { loggerId: string }) {
  const text = useOwnerText()
  const reasons = useText('error')
  const rotate = useSend('POST /loggers/:loggerId/keys', { refreshes })
  const [made, setMade] = useState<string>()
  const [failure, setFailure] = useState<ApiErrorCode>()
  const form = useForm<{ overlapHours: number }>({
    initial: { overlapHours: 24 },
    onSubmit: async (body) => {
      setFailure(undefined)
      try {
        const { data } = await rotate.send({ params: { loggerId }, body })
        setMade(data?.key)
      } catch (error) {
        setFailure(refusalOf(error))
      }
    },
  })
  const copy = (key: string) =>
    copyText(key).then(
      () => toast({ tone: 'good', text: text('logger.copied') }),
      () => toast({ tone: 'bad', text: text('logger.notCopied') }),
    )
  if (made !== undefined)
    return (
      <Stack gap={3}>
        <Notice tone="warn">{text('logger.once')}</Notice>
        <code className={styles['key']}>{made}</code>
        <FormActions>
          <Button icon="copy" onClick={() => void copy(made)}>
            {text('logger.copy')}
          </Button>
          <Button kind="primary" onClick={() => setMade(undefined)}>
            {text('logger.kept')}
          </Button>
        </FormActions>
      </Stack>
    )
  return (
    <Form form={form} label={text('logger.newKey')}>
      <SelectField
        {...form.field('overlapHours')}
        label={text('logger.overlap')}
        hint={text('logger.overlapHint')}
        options={overlaps.map((hours) => ({ value: hours as number, label: text(`logger.overlap.${hours}`) }))}
      />
      {failure && <Notice tone="bad">{reasons(failure)}</Notice>}
      <FormActions>
        <Button kind="primary" type="submit" busy={form.isSubmitting}>
          {text('logger.newKey')}
        </Button>
      </FormActions>
    </Form>
  )
}
