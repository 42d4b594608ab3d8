import type { MailTexts } from './en-US.ts'

export const texts: MailTexts = {
  registrationCode: {
    subject: '您的验证码：{{code}}',
    text: '您好：\n\n您注册 Helioport 的验证码是 {{code}}，30 分钟内有效。\n\n如非本人操作，请忽略此邮件。',
  },
  registrationKnown: {
    subject: '您已经有账户',
    text: '{{userName}}，您好：\n\n有人（可能是您本人）想用此邮箱注册 Helioport。该邮箱已属于您的账户 {{userName}}：请直接登录，或找回密码。\n\n{{signInUrl}}\n\n如非本人操作，您的账户没有任何变化。',
  },
  activation: {
    subject: '激活您的账户',
    text: '{{userName}}，您好：\n\n请打开以下链接激活账户。链接 24 小时内有效，只能使用一次。\n\n{{activationUrl}}\n\n如果您没有注册，请忽略此邮件。',
  },
  activationOtherName: {
    subject: '激活您的账户',
    text: '您好：\n\n您想要的用户名已被使用，或与其他用户名过于相似。您的用户名是 {{userName}}，也可以用邮箱登录。\n\n请打开以下链接激活账户。链接 24 小时内有效，只能使用一次。\n\n{{activationUrl}}\n\n如果您没有注册，请忽略此邮件。',
  },
  passwordCode: {
    subject: '重置密码验证码：{{code}}',
    text: '{{userName}}，您好：\n\n您重置密码的验证码是 {{code}}，30 分钟内有效。\n\n如非本人操作，请忽略此邮件，您的密码不会改变。',
  },
  emailCode: {
    subject: '邮箱验证码：{{code}}',
    text: '{{userName}}，您好：\n\n将此邮箱绑定到您账户的验证码是 {{code}}，30 分钟内有效。\n\n如非本人操作，请忽略此邮件。',
  },
  apiKeyMade: {
    subject: '您的账户新建了一个 API 密钥',
    text: '{{userName}}，您好：\n\n您的账户新建了 API 密钥“{{name}}”，有效期至 {{until}}。如非本人操作，请立即在设置中撤销并找回密码：\n\n{{forgotUrl}}',
  },
  webhookStopped: {
    subject: '发往您地址的消息已停止',
    text: '{{userName}}，您好：\n\n{{host}} 已连续多日未能接收 Webhook“{{name}}”的消息，因此已停止发送。请在设置中查看记录，待该地址恢复后重新启用：\n\n{{portalUrl}}',
  },
  shareOffer: {
    subject: '有人与您分享光伏电站',
    text: '您好：\n\n{{name}} 希望在 Helioport 与您分享一座光伏电站。请使用已绑定此邮箱 {{email}} 的账户登录，或用该邮箱注册；邀请会显示在您的账户页面，{{days}} 天内可以接受。\n\n{{registerUrl}}\n\n如果您不认识发送者，请忽略此邮件。',
  },
  phoneCode: { subject: '', text: '您的 Helioport 验证码是 {{code}}，30 分钟内有效。' },
}
