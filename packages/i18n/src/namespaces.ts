import type { AlarmCode } from '@helioport/contract'
import type { common } from './messages/en-US/common.ts'
import type { error } from './messages/en-US/error.ts'
import type { status } from './messages/en-US/status.ts'
import type { Complete } from './message-types.ts'

export type CommonMessages = Complete<typeof common>
export type ErrorMessages = Complete<typeof error>
export type StatusMessages = Complete<typeof status>

export type AlarmPart = 'name' | 'reason' | 'suggestion'
export type AlarmMessages = Readonly<Record<`${AlarmCode}.${AlarmPart}`, string>>

/** Namespaces that the shell and all remotes share. */
export interface SharedNamespaces {
  common: CommonMessages
  error: ErrorMessages
  status: StatusMessages
  alarm: AlarmMessages
}
