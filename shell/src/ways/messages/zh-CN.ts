import type { Complete } from '@helioport/i18n'
import type { messages as enUS } from './en-US.ts'

export const messages: Complete<typeof enUS> = {
  or: '或',
  passkey: '使用通行密钥登录',
  passkeyProof: '使用通行密钥确认',
  cancelled: '未使用通行密钥。请重试，或继续使用密码。',
  company: '使用 {{title}} 登录',
  'company.title': '使用 {{title}} 登录',
  'company.plain': '通过公司登录',
  'company.link': '您首次从 {{title}} 登录。请输入一次此处账户的密码，之后只需在公司登录即可。',
  'company.code': '身份验证器代码或恢复码',
  'company.password': '密码',
  'company.go': '登录',
  'company.back': '返回登录页',
  'company.ended': '此次登录已失效，请重新开始。',
  'company.refused': '公司登录未完成，请重试。',
  'company.unreachable': '目前无法连接公司登录，请使用密码登录或稍后再试。',
  'company.notLetIn': '您的公司账户不在允许范围内，请联系门户运营方。',
  'company.noEmail': '贵公司未提供已验证的邮箱，无法找到您在此处的账户。',
}
