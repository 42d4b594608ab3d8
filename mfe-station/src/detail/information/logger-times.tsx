import { useState } from 'react'
import { ApiError, type ApiErrorCode, useSend } from '@helioport/api-client'
import { type FrameStamp, frameStamps, type Logger } from '@helioport/contract'
import { useText } from '@helioport/i18n'
import { Button, Notice, Stack } from '@helioport/ui'
import { Form, FormActions, SelectField, useForm } from '@helioport/ui/form'
import { Modal, toast } from '@helioport/ui/overlay'
import { useOwnerText } from '../../station/owner-texts.ts'

const refreshes = ['GET /loggers', 'GET /stations/:stationId/day', 'GET /devices/:deviceId/day'] as const

const saidOf = ({ stamp, isStampFound }: Logger): FrameStamp | '' => (isStampFound ? '' : (stamp ?? ''))

/** Whether the times of a logger's frames are the start or the end of their interval. */
export function LoggerTimes({ logger, onClose }: { logger: Logger; onClose: () => void }) {
  const text = useOwnerText()
  const common = useText()
  const reasons = useText('error')
  const change = useSend('PUT /loggers/:loggerId', { refreshes })
  const [failure, setFailure] = useState<ApiErrorCode>()
  const { serial, stationId } = logger
  const form = useForm<{ stamp: FrameStamp | '' }>({
    initial: { stamp: saidOf(logger) },
    onSubmit: async ({ stamp }) => {
      if (stamp === saidOf(logger)) return onClose()
      setFailure(undefined)
      try {
        await change.send({ params: { loggerId: logger.id }, body: { stationId, stamp: stamp === '' ? null : stamp } })
        toast({ tone: 'good', text: text('logger.timesSaved') })
        onClose()
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        if (error.code !== 'session.proofRequired') setFailure(error.code)
      }
    },
  })
  return (
    <Modal open title={text('logger.timesOf', { serial })} onClose={onClose} closeLabel={common('action.close')}>
      <Form form={form} label={text('logger.timesOf', { serial })}>
        <Stack gap={3}>
          <p>{text('logger.timesText')}</p>
          <SelectField
            {...form.field('stamp')}
            label={text('logger.timesAre')}
            options={[
              { value: '', label: text('logger.timesShown') },
              ...frameStamps.map((value) => ({ value, label: text(`logger.times.${value}`) })),
            ]}
          />
          {failure && <Notice tone="bad">{reasons(failure)}</Notice>}
          <FormActions>
            <Button kind="primary" type="submit" busy={form.isSubmitting}>
              {common('action.save')}
            </Button>
          </FormActions>
        </Stack>
      </Form>
    </Modal>
  )
}
