import type { ClientErrorCode, ErrorCode } from '@helioport/contract'
import { errorTexts } from '@helioport/contract/error-texts'

/** One text for every error code of the service and of the client. */
export const error = {
  ...errorTexts,
  'client.timeout': 'The service did not answer in time.',
  'client.offline': 'The service cannot be reached. Please check the connection.',
  'client.badReply': 'The service gave an answer that cannot be read.',
} as const satisfies Record<ErrorCode | ClientErrorCode, string>
