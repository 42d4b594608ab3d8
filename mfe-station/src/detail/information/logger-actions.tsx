import { useState } from 'react'
import { ApiError, type ApiErrorCode, useSend, useStationSearch } from '@helioport/api-client'
import type { Logger } from '@helioport/contract'
import { useText } from '@helioport/i18n'
import { Button, Notice, Stack } from '@helioport/ui'
import { Form, FormActions, SelectField, useForm } from '@helioport/ui/form'
import { Confirm, Modal, toast } from '@helioport/ui/overlay'
import { useOwnerText } from '../../station/owner-texts.ts'
import { LoggerTimes } from './logger-times.tsx'

const refreshes = ['GET /loggers', 'GET /devices', 'GET /stations', 'GET /stations/:stationId'] as const

/** Moves a logger to another station, sets the meaning of its times, deletes a logger without devices. */
export function LoggerActions({ logger }: { logger: Logger }) {
  const text = useOwnerText()
  const common = useText()
  const reasons = useText('error')
  const remove = useSend('DELETE /loggers/:loggerId', { refreshes })
  const [open, setOpen] = useState<'move' | 'times' | 'delete'>()
  const { serial } = logger
  const end = async () => {
    setOpen(undefined)
    try {
      await remove.send({ params: { loggerId: logger.id } })
      toast({ tone: 'good', text: text('logger.deleted', { serial }) })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.code !== 'session.proofRequired') toast({ tone: 'bad', text: reasons(error.code) })
    }
  }
  return (
    <>
      <Button
        size="s"
        kind="text"
        icon="arrowRight"
        label={text('logger.moveOf', { serial })}
        onClick={() => setOpen('move')}
      >
        {text('logger.move')}
      </Button>
      <Button
        size="s"
        kind="text"
        icon="clock"
        label={text('logger.timesOf', { serial })}
        onClick={() => setOpen('times')}
      >
        {text('logger.times')}
      </Button>
      {logger.devices === 0 && (
        <Button
          size="s"
          kind="text"
          icon="trash"
          label={text('logger.deleteOf', { serial })}
          onClick={() => setOpen('delete')}
        >
          {text('logger.delete')}
        </Button>
      )}
      {open === 'move' && <MoveLogger logger={logger} onClose={() => setOpen(undefined)} />}
      {open === 'times' && <LoggerTimes logger={logger} onClose={() => setOpen(undefined)} />}
      <Confirm
        open={open === 'delete'}
        title={text('logger.deleteOf', { serial })}
        text={text('logger.deleteText')}
        confirmLabel={text('logger.delete')}
        cancelLabel={common('action.cancel')}
        danger
        onCancel={() => setOpen(undefined)}
        onConfirm={() => void end()}
      />
    </>
  )
}

function MoveLogger({ logger, onClose }: { logger: Logger; onClose: () => void }) {
  const text = useOwnerText()
  const common = useText()
  const reasons = useText('error')
  const move = useSend('PUT /loggers/:loggerId', { refreshes })
  const [failure, setFailure] = useState<ApiErrorCode>()
  const form = useForm<{ stationId: string }>({
    initial: { stationId: logger.stationId ?? '' },
    onSubmit: async ({ stationId }) => {
      if (stationId === (logger.stationId ?? '')) return onClose()
      setFailure(undefined)
      try {
        await move.send({
          params: { loggerId: logger.id },
          body: { stationId: stationId === '' ? null : stationId },
        })
        toast({ tone: 'good', text: text('logger.moved', { serial: logger.serial }) })
        onClose()
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        if (error.code !== 'session.proofRequired') setFailure(error.code)
      }
    },
  })
  const stations = useStationSearch(form.values.stationId)
  const own = (stations.data ?? []).filter(({ rights }) => rights.includes('manage'))
  return (
    <Modal
      open
      title={text('logger.moveOf', { serial: logger.serial })}
      onClose={onClose}
      closeLabel={common('action.close')}
    >
      <Form form={form} label={text('logger.moveOf', { serial: logger.serial })}>
        <Stack gap={3}>
          <p>{text('logger.moveText')}</p>
          <SelectField
            {...form.field('stationId')}
            onSearch={stations.onSearch}
            label={text('logger.moveTo')}
            options={[
              { value: '', label: text('logger.moveNone') },
              ...own.map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
          {failure && <Notice tone="bad">{reasons(failure)}</Notice>}
          <FormActions>
            <Button kind="primary" type="submit" busy={form.isSubmitting}>
              {text('logger.move')}
            </Button>
          </FormActions>
        </Stack>
      </Form>
    </Modal>
  )
}
