import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { ApiError, type ApiErrorCode, call, queryClient } from '@helioport/api-client'
import { paths, type Station, type StationDeletion } from '@helioport/contract'
import { useFormat, useText } from '@helioport/i18n'
import { Button, Notice, Stack } from '@helioport/ui'
import { Form, TextField, useForm } from '@helioport/ui/form'
import { Modal, toast } from '@helioport/ui/overlay'
import { useOwnerText } from '../../station/owner-texts.ts'
import styles from './information.module.css'

/** The service's error code; any other error is rethrown. */
function codeOf(failure: unknown): ApiErrorCode {
  if (!(failure instanceof ApiError)) throw failure
  return failure.code
}

/** Deletes a station: first shows what would be lost; a station with history also requires its name to be typed. */
export function DeleteStation({ station }: { station: Station }) {
  const text = useOwnerText()
  const reasons = useText('error')
  const [asked, setAsked] = useState<StationDeletion>()
  const [isAsking, setAsking] = useState(false)
  const [failure, setFailure] = useState<ApiErrorCode>()

  const ask = async () => {
    setAsking(true)
    setFailure(undefined)
    try {
      const { data } = await call('POST /stations/:stationId/deletion', { params: { stationId: station.id } })
      if (data) setAsked(data)
    } catch (error) {
      setFailure(codeOf(error))
    } finally {
      setAsking(false)
    }
  }
  return (
    <>
      <Button size="s" icon="trash" busy={isAsking} onClick={() => void ask()}>
        {text('delete.open')}
      </Button>
      {failure && <Notice tone="bad">{reasons(failure)}</Notice>}
      {asked && <DeletionDialog station={station} deletion={asked} onClose={() => setAsked(undefined)} />}
    </>
  )
}

interface DeletionDialogProps {
  station: Station
  deletion: StationDeletion
  onClose: () => void
}

function DeletionDialog({ station, deletion, onClose }: DeletionDialogProps) {
  const text = useOwnerText()
  const common = useText()
  const reasons = useText('error')
  const format = useFormat()
  const navigate = useNavigate()
  const [failure, setFailure] = useState<ApiErrorCode>()
  const { lost, kept, nameRequired, token } = deletion
  const form = useForm({
    initial: { name: '' },
    rules: {
      name: (name) => (nameRequired && name.trim() !== station.name.trim() ? text('delete.nameRule') : undefined),
    },
    onSubmit: async ({ name }) => {
      setFailure(undefined)
      try {
        await call('DELETE /stations/:stationId', { params: { stationId: station.id }, body: { token, name } })
        toast({ tone: 'good', text: text('delete.done', { name: station.name }) })
        await navigate(paths.stationList())
        await queryClient.invalidateQueries()
      } catch (error) {
        const code = codeOf(error)
        if (code === 'station.nameMismatch') form.setErrors({ name: reasons(code) })
        else setFailure(code)
      }
    },
  })
  const count = (value: number) => format.number(value)
  return (
    <>
      <Modal
        open
        title={text('delete.title', { name: station.name })}
        onClose={onClose}
        closeLabel={common('action.cancel')}
      >
        <Form form={form} label={text('delete.open')}>
          <Stack gap={3}>
            {lost.days > 0 ? (
              <>
                <p>{text('delete.lost')}</p>
                <ul className={styles['lost']}>
                  <li>
                    {text('delete.lostDays', {
                      count: lost.days,
                      days: count(lost.days),
                      energy: format.energy(lost.energyKwh).text,
                    })}
                  </li>
                  <li>{text('delete.lostTariffs', { count: count(lost.tariffs) })}</li>
                  <li>{text('delete.lostShares', { count: count(lost.shares) })}</li>
                </ul>
              </>
            ) : (
              <p>{text('delete.noHistory')}</p>
            )}
            <p>{text('delete.kept', { devices: count(kept.devices), loggers: count(kept.loggers) })}</p>
            {nameRequired && (
              <TextField
                {...form.field('name')}
                label={text('delete.name', { name: station.name })}
                autoComplete="off"
                required
              />
            )}
            {failure && <Notice tone="bad">{reasons(failure)}</Notice>}
            <div className={styles['confirm']}>
              <Button onClick={onClose}>{common('action.cancel')}</Button>
              <Button kind="danger" type="submit" busy={form.isSubmitting}>
                {text('delete.confirm')}
              </Button>
            </div>
          </Stack>
        </Form>
      </Modal>
    </>
  )
}
