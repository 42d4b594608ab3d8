import { apiBasePath } from '@helioport/contract'

/** Address of a stored picture; undefined: there is none. */
export const pictureUrl = (pictureId: string | null | undefined): string | undefined =>
  pictureId ? `${apiBasePath}/pictures/${encodeURIComponent(pictureId)}` : undefined
