import { useState } from 'react'
import { ApiError, useEndpoint, useSend } from '@helioport/api-client'
import type { PushDevice } from '@helioport/contract'
import { useFormat } from '@helioport/i18n'
import { viewerTimeZone } from '@helioport/time'
import { Button, Card, Notice, Stack, StatusTag, useNow } from '@helioport/ui'
import { Entry, EntryList } from '../../account/entry-list.tsx'
import { Loaded } from '../../account/loaded.tsx'
import { useAccountText } from '../../account/use-account-text.ts'
import { useWrite } from '../../account/use-write.tsx'
import { usePush } from '../../account/use-push.ts'

/** Which browsers of the person show alarms, even when the portal is closed. */
export function PushCard() {
  const devices = useEndpoint('GET /push-devices')
  return <Loaded of={devices}>{(found) => <PushDevices devices={found} />}</Loaded>
}

function PushDevices({ devices }: { devices: readonly PushDevice[] }) {
  const text = useAccountText()
  const { attempt, busy, failure } = useWrite()
  const [isUnreached, setUnreached] = useState(false)
  const { state, ownHash, switchOn, switchOff } = usePush()
  const tryOut = useSend('POST /push-devices/:pushDeviceId/test')
  const remove = useSend('DELETE /push-devices/:pushDeviceId', { refreshes: ['GET /push-devices'] })
  // A browser that was removed elsewhere is off, whatever subscription it still holds.
  const isOn = state === 'on' && devices.some(({ endpointHash }) => endpointHash === ownHash)
  const turnOn = async () => {
    setUnreached(false)
    const work = () =>
      switchOn().catch((error: unknown) => {
        if (error instanceof ApiError) throw error
        setUnreached(true)
      })
    await attempt(work, undefined, 'failed.operation')
  }
  const take = ({ id, endpointHash }: PushDevice) =>
    attempt(
      async () => {
        await remove.send({ params: { pushDeviceId: id } })
        if (endpointHash === ownHash) await switchOff()
      },
      text('push.removed'),
      'failed.delete',
    )
  const canTurnOn = (state === 'off' || state === 'on') && !isOn
  return (
    <Card title={text('push.title')} subtitle={text('push.hint')}>
      <Stack gap={4}>
        {state === 'unsupported' && <Notice tone="info">{text('push.unsupported')}</Notice>}
        {state === 'denied' && <Notice tone="warn">{text('push.denied')}</Notice>}
        {isUnreached && <Notice tone="bad">{text('push.unreached')}</Notice>}
        {failure !== undefined && <Notice tone="bad">{failure}</Notice>}
        {devices.length > 0 && (
          <EntryList label={text('push.title')}>
            {devices.map((device) => (
              <Device key={device.id} device={device} isOwn={device.endpointHash === ownHash}>
                <Button
                  size="s"
                  disabled={busy}
                  onClick={() =>
                    void attempt(
                      () => tryOut.send({ params: { pushDeviceId: device.id } }),
                      text('push.tested'),
                      'failed.operation',
                    )
                  }
                >
                  {text('push.test')}
                </Button>
                <Button size="s" disabled={busy} onClick={() => void take(device)}>
                  {text('push.remove')}
                </Button>
              </Device>
            ))}
          </EntryList>
        )}
        {canTurnOn && (
          <div>
            <Button icon="bell" busy={busy} onClick={() => void turnOn()}>
              {text('push.turnOn')}
            </Button>
          </div>
        )}
      </Stack>
    </Card>
  )
}

function Device({ device, isOwn, children }: { device: PushDevice; isOwn: boolean; children: React.ReactNode }) {
  const text = useAccountText()
  const format = useFormat()
  const now = useNow(60_000)
  const { name, createdAt, lastUsedAt, failingSince } = device
  const at = (instant: string) => format.dateTime(instant, viewerTimeZone())
  const note = [
    text('push.since', { at: at(createdAt) }),
    lastUsedAt === null ? text('push.unused') : text('push.used', { ago: format.ago(lastUsedAt, now) }),
    ...(failingSince === null ? [] : [text('push.failing', { at: at(failingSince) })]),
  ]
  return (
    <Entry
      icon="bell"
      title={name || text('push.unknown')}
      mark={isOwn && <StatusTag status="normal" label={text('push.own')} />}
      note={note.join(' · ')}
    >
      {children}
    </Entry>
  )
}
