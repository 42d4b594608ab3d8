import type { Complete } from '@helioport/i18n'
import type { messages as enUS } from './en-US.ts'

export const messages: Complete<typeof enUS> = {
  or: '或',
  passkey: '使用通行密鑰登入',
  passkeyProof: '使用通行密鑰確認',
  cancelled: '未使用通行密鑰。請重試，或繼續使用密碼。',
  company: '使用 {{title}} 登入',
  'company.title': '使用 {{title}} 登入',
  'company.plain': '透過公司登入',
  'company.link': '您首次從 {{title}} 登入。請輸入一次此處帳戶的密碼，之後只需在公司登入即可。',
  'company.code': '驗證器代碼或復原碼',
  'company.password': '密碼',
  'company.go': '登入',
  'company.back': '返回登入頁',
  'company.ended': '此次登入已失效，請重新開始。',
  'company.refused': '公司登入未完成，請重試。',
  'company.unreachable': '目前無法連線公司登入，請使用密碼登入或稍後再試。',
  'company.notLetIn': '您的公司帳戶不在允許範圍內，請聯絡營運方。',
  'company.noEmail': '貴公司未提供已驗證的信箱，無法找到您在此處的帳戶。',
}
