import { apiBasePath, type Bulletin } from '@helioport/contract'

/** Download URL of a bulletin's file. */
export const fileUrl = ({ id }: Bulletin): string => `${apiBasePath}/bulletins/${id}/file`
