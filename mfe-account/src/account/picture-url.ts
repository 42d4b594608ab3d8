import { apiBasePath } from '@helioport/contract'

/** URL of a stored picture; undefined: none. */
export const pictureUrl = (pictureId: string | null | undefined): string | undefined =>
  pictureId ? `${apiBasePath}/pictures/${encodeURIComponent(pictureId)}` : undefined
