import type { Complete } from '@helioport/i18n'
import type { messages as enUS } from './en-US.ts'

export const messages: Complete<typeof enUS> = {
  or: '或',
  passkey: '使用通行密鑰登入',
  passkeyProof: '使用通行密鑰確認',
  cancelled: '未使用通行密鑰。請重試，或繼續使用密碼。',
}
