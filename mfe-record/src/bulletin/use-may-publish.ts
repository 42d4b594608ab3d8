import { useSession } from '@helioport/session'

/** Whether the person may publish news and downloads. */
export const useMayPublish = (): boolean =>
  useSession(({ session, accessFlags }) => accessFlags.canSeeAdmin && session?.role === 'operator')
