import { call, useSend } from '@helioport/api-client'
import { ownPushHash } from './use-push.ts'

/** Returns a function that removes all other browsers from the list of those that show alarms. */
export function useEndOtherPushes(): () => Promise<void> {
  const remove = useSend('DELETE /push-devices/:pushDeviceId', { refreshes: ['GET /push-devices'] })
  return async () => {
    const [{ data: devices }, ownHash] = await Promise.all([call('GET /push-devices'), ownPushHash()])
    for (const { id, endpointHash } of devices ?? [])
      if (endpointHash !== ownHash) await remove.send({ params: { pushDeviceId: id } })
  }
}
