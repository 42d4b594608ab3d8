import type { Complete } from '@helioport/i18n'
import type { messages as enUS } from './en-US.ts'

export const messages: Complete<typeof enUS> = {
  or: '或',
  passkey: '使用通行密钥登录',
  passkeyProof: '使用通行密钥确认',
  cancelled: '未使用通行密钥。请重试，或继续使用密码。',
}
