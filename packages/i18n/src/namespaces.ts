import type { AlarmTexts } from '@helioport/contract/alarm-texts/alarm-texts'
import type { common } from './messages/en-US/common.ts'
import type { error } from './messages/en-US/error.ts'
import type { status } from './messages/en-US/status.ts'
import type { Complete } from './message-types.ts'

export type CommonMessages = Complete<typeof common>
export type ErrorMessages = Complete<typeof error>
export type StatusMessages = Complete<typeof status>

/** Namespaces shared by the shell and all remotes. */
export interface SharedNamespaces {
  common: CommonMessages
  error: ErrorMessages
  status: StatusMessages
  alarm: AlarmTexts
}
