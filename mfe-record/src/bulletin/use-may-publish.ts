import { useSession } from '@helioport/session'

/** Whether the person publishes news and downloads. */
export const useMayPublish = (): boolean =>
  useSession(({ session, accessFlags }) => accessFlags.canSeeAdmin && session?.role === 'operator')
