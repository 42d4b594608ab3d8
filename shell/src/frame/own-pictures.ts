import { useEndpoint } from '@helioport/api-client'
import { apiBasePath } from '@helioport/contract'
import { useSession } from '@helioport/session'

const addressOf = (pictureId: string | null | undefined) =>
  pictureId ? `${apiBasePath}/pictures/${pictureId}` : undefined

/** Addresses of the signed-in account's pictures; undefined: there is none. */
export function useOwnPictures(): { avatar: string | undefined; logo: string | undefined } {
  const isIn = useSession((state) => state.session !== undefined)
  const { data } = useEndpoint('GET /account/profile', {}, { enabled: isIn })
  return { avatar: addressOf(isIn ? data?.avatarId : null), logo: addressOf(isIn ? data?.logoId : null) }
}
