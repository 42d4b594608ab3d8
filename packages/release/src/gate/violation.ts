import { readable } from '../store/readable.ts'

/** Codes of the gate's objections, for scripts and pages; the message is for people. */
export type ViolationCode =
  | 'manifest'
  | 'route'
  | 'prefix-taken'
  | 'messages-missing'
  | 'host-api'
  | 'share-missing'
  | 'share-range'
  | 'share-bundled'
  | 'contract-export'
  | 'contract-message'
  | 'contract-route'
  | 'contract-access'
  | 'contract-type'
  | 'identity'
  | 'global-css'
  | 'size'
  | 'source-map'

export interface Violation {
  code: ViolationCode
  message: string
}

export const violation = (code: ViolationCode, message: string): Violation => ({ code, message: readable(message) })

/** Names in a sentence; long lists are cut. */
export const listed = (names: readonly string[]): string =>
  names.length > 6 ? `${names.slice(0, 6).join(', ')} and ${names.length - 6} more` : names.join(', ')
