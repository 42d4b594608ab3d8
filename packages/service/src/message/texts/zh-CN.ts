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
  shareInvitation: {
    subject: '有人与您分享光伏电站',
    text: '{{userName}}，您好：\n\n{{name}} 希望与您分享一座或多座光伏电站。请在账户页面查看邀请，并选择接受或拒绝；在此之前不会有任何变化。\n\n{{invitationUrl}}\n\n如果您不认识发送者，请拒绝邀请或忽略此邮件。',
  },
  orderWaits: {
    subject: '有一项大范围设置等待您批准',
    text: '{{userName}}，您好：\n\n{{name}} 要一次设置 {{stations}} 的 {{devices}} 台逆变器。如此大范围的设置须由本账户的另一人批准后才会下发。您可在 {{until}} 前批准，也可说明原因并驳回：\n\n{{orderUrl}}\n\n届时无人批准，则不做任何设置。',
  },
  accountCopyReady: {
    subject: '您的数据副本已备好',
    text: '{{userName}}，您好：\n\nHelioport 保存的与您账户有关的全部数据的副本已备好。{{until}} 之前凭密码即可下载。\n\n{{dataUrl}}\n\n如非本人操作，请立即修改密码：有人知道了它。',
  },
  accountDeletionAsked: {
    subject: '您的账户将于 {{until}} 删除',
    text: '{{userName}}，您好：\n\n您的账户及其全部内容将于 {{until}} 删除。在此之前您可以保留账户：登录并撤回删除即可。\n\n{{dataUrl}}\n\n如非本人操作，请撤回删除并立即修改密码：有人知道了它。',
  },
  accountDeletionEnded: {
    subject: '账户 {{name}} 予以保留',
    text: '{{userName}}，您好：\n\n账户 {{name}} 的删除已撤回，一切保持不变。',
  },
  accountShareEnds: {
    subject: '账户 {{name}} 将于 {{until}} 删除',
    text: '{{userName}}，您好：\n\n{{name}} 将删除账户。您通过该账户看到的电站自 {{until}} 起不再存在，其子账户也一并删除。请在此之前保存您仍需要的内容。\n\n{{portalUrl}}',
  },
  accountDeleted: {
    subject: '您的账户已删除',
    text: '{{userName}}，您好：\n\n您在 Helioport 的账户及其全部内容已删除。保留的只有：电站操作日志（含您的用户名，因其条目相互印证），以及备份（直到被新备份取代）。本邮件不予留存。',
  },
  phoneCode: { subject: '', text: '您的 Helioport 验证码是 {{code}}，30 分钟内有效。' },
}
