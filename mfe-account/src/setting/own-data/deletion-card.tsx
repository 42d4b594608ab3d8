import { useState } from 'react'
import { useEndpoint, useSend } from '@helioport/api-client'
import { type AccountDeletion, accountDeletionDays } from '@helioport/contract'
import { useFormat } from '@helioport/i18n'
import { useSession } from '@helioport/session'
import { viewerTimeZone } from '@helioport/time'
import { Button, Card, Notice, Row, Stack, StatusTag } from '@helioport/ui'
import { Form, TextField, useForm } from '@helioport/ui/form'
import { Modal } from '@helioport/ui/overlay'
import { Loaded } from '../../account/loaded.tsx'
import { useAccountText } from '../../account/use-account-text.ts'
import { useWrite } from '../../account/use-write.tsx'
import styles from './own-data.module.css'

const refreshes = ['GET /account/deletion'] as const

/** Says first what is deleted and what is kept; then the name is typed, and some days remain to cancel. */
export function DeletionCard() {
  return <Loaded of={useEndpoint('GET /account/deletion')}>{(deletion) => <Deletion deletion={deletion} />}</Loaded>
}

function Deletion({ deletion }: { deletion: AccountDeletion }) {
  const text = useAccountText()
  const format = useFormat()
  const { attempt, busy, failure } = useWrite()
  const takeBack = useSend('DELETE /account/deletion', { refreshes })
  const [isAsking, setAsking] = useState(false)
  const { dueAt } = deletion
  return (
    <Card
      title={text('deletion.title')}
      subtitle={text('deletion.hint', { days: accountDeletionDays })}
      extra={dueAt !== null && <StatusTag status="abnormal" label={text('deletion.waits')} />}
    >
      <Stack gap={4}>
        {failure !== undefined && <Notice tone="bad">{failure}</Notice>}
        {dueAt !== null && (
          <Notice tone="bad">{text('deletion.due', { at: format.dateTime(dueAt, viewerTimeZone()) })}</Notice>
        )}
        <Goes deletion={deletion} />
        <Row>
          {dueAt === null ? (
            <Button kind="danger" icon="trash" onClick={() => setAsking(true)}>
              {text('deletion.ask')}
            </Button>
          ) : (
            <Button
              kind="primary"
              busy={busy}
              onClick={() => void attempt(() => takeBack.send(), text('deletion.takenBack'), 'failed.operation')}
            >
              {text('deletion.takeBack')}
            </Button>
          )}
        </Row>
      </Stack>
      {isAsking && <AskDialog onClose={() => setAsking(false)} />}
    </Card>
  )
}

function Goes({ deletion }: { deletion: AccountDeletion }) {
  const text = useAccountText()
  const format = useFormat()
  const { stations, devices, loggers, subAccounts, sharedWith } = deletion
  const count = (value: number) => format.number(value)
  return (
    <>
      <div>
        <h3 className={styles['head']}>{text('deletion.goes')}</h3>
        <ul className={styles['list']}>
          <li>{text('deletion.goesAccount')}</li>
          <li>
            {text('deletion.goesPlants', {
              stations: count(stations),
              devices: count(devices),
              loggers: count(loggers),
            })}
          </li>
          {subAccounts > 0 && <li>{text('deletion.goesSubAccounts', { count: subAccounts })}</li>}
          {sharedWith > 0 && <li>{text('deletion.goesShares', { count: sharedWith })}</li>}
          <li>{text('deletion.goesNames')}</li>
        </ul>
      </div>
      <div>
        <h3 className={styles['head']}>{text('deletion.kept')}</h3>
        <ul className={styles['list']}>
          <li>{text('deletion.keptLog')}</li>
          <li>{text('deletion.keptBackups')}</li>
          <li>{text('deletion.keptMails')}</li>
        </ul>
      </div>
    </>
  )
}

function AskDialog({ onClose }: { onClose: () => void }) {
  const text = useAccountText()
  const userName = useSession((state) => state.session?.userName ?? '')
  const { attempt, failure } = useWrite()
  const { send } = useSend('POST /account/deletion', { refreshes })
  const form = useForm({
    initial: { userName: '' },
    rules: {
      userName: (typed) =>
        typed.trim().toLowerCase() === userName.toLowerCase() ? undefined : text('deletion.nameRule', { userName }),
    },
    onSubmit: async (typed) => {
      const body = { userName: typed.userName.trim() }
      if (await attempt(() => send({ body }), text('deletion.asked'), 'failed.operation')) onClose()
    },
  })
  return (
    <Modal open title={text('deletion.askTitle')} onClose={onClose} closeLabel={text('cancel')}>
      <Form form={form} label={text('deletion.askTitle')}>
        <Stack gap={3}>
          <p>{text('deletion.askText', { days: accountDeletionDays })}</p>
          <TextField
            {...form.field('userName')}
            label={text('deletion.name', { userName })}
            autoComplete="off"
            required
          />
          {failure !== undefined && <Notice tone="bad">{failure}</Notice>}
          <Row justify="end">
            <Button onClick={onClose}>{text('cancel')}</Button>
            <Button kind="danger" type="submit" busy={form.isSubmitting}>
              {text('deletion.confirm')}
            </Button>
          </Row>
        </Stack>
      </Form>
    </Modal>
  )
}
