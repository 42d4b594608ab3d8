import { apiBasePath, type Bulletin } from '@helioport/contract'

/** Where the file of a bulletin is fetched. */
export const fileUrl = ({ id }: Bulletin): string => `${apiBasePath}/bulletins/${id}/file`
