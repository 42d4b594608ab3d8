import type { MailTexts } from './en-US.ts'

export const texts: MailTexts = {
  registrationCode: {
    subject: '您的驗證碼：{{code}}',
    text: '您好：\n\n您註冊 Helioport 的驗證碼是 {{code}}，30 分鐘內有效。\n\n如非本人操作，請忽略此郵件。',
  },
  registrationKnown: {
    subject: '您已經有帳戶',
    text: '{{userName}}，您好：\n\n有人（可能是您本人）想用此電子郵件註冊 Helioport。該電子郵件已屬於您的帳戶 {{userName}}：請直接登入，或重設密碼。\n\n{{signInUrl}}\n\n如非本人操作，您的帳戶沒有任何變更。',
  },
  activation: {
    subject: '啟用您的帳戶',
    text: '{{userName}}，您好：\n\n請開啟以下連結啟用帳戶。連結 24 小時內有效，只能使用一次。\n\n{{activationUrl}}\n\n如果您沒有註冊，請忽略此郵件。',
  },
  activationOtherName: {
    subject: '啟用您的帳戶',
    text: '您好：\n\n您想要的使用者名稱已被使用，或與其他使用者名稱過於相似。您的使用者名稱是 {{userName}}，也可以用電子郵件登入。\n\n請開啟以下連結啟用帳戶。連結 24 小時內有效，只能使用一次。\n\n{{activationUrl}}\n\n如果您沒有註冊，請忽略此郵件。',
  },
  passwordCode: {
    subject: '重設密碼驗證碼：{{code}}',
    text: '{{userName}}，您好：\n\n您重設密碼的驗證碼是 {{code}}，30 分鐘內有效。\n\n如非本人操作，請忽略此郵件，您的密碼不會改變。',
  },
  emailCode: {
    subject: '電子郵件驗證碼：{{code}}',
    text: '{{userName}}，您好：\n\n將此電子郵件綁定到您帳戶的驗證碼是 {{code}}，30 分鐘內有效。\n\n如非本人操作，請忽略此郵件。',
  },
  apiKeyMade: {
    subject: '您的帳戶新增了一個 API 金鑰',
    text: '{{userName}}，您好：\n\n您的帳戶新增了 API 金鑰「{{name}}」，有效期至 {{until}}。如非本人操作，請立即在設定中撤銷並重設密碼：\n\n{{forgotUrl}}',
  },
  webhookStopped: {
    subject: '傳送至您位址的訊息已停止',
    text: '{{userName}}，您好：\n\n{{host}} 已連續多日未能接收 Webhook「{{name}}」的訊息，因此已停止傳送。請在設定中查看紀錄，待該位址恢復後重新啟用：\n\n{{portalUrl}}',
  },
  shareOffer: {
    subject: '有人與您分享光電站',
    text: '您好：\n\n{{name}} 希望在 Helioport 與您分享一座光電站。請使用已綁定此信箱 {{email}} 的帳戶登入，或用該信箱註冊；邀請會顯示在您的帳戶頁面，{{days}} 天內可以接受。\n\n{{registerUrl}}\n\n如果您不認識寄件者，請忽略此郵件。',
  },
  shareInvitation: {
    subject: '有人與您分享光電站',
    text: '{{userName}}，您好：\n\n{{name}} 希望與您分享一座或多座光電站。請在帳戶頁面查看邀請，並選擇接受或拒絕；在此之前不會有任何變更。\n\n{{invitationUrl}}\n\n如果您不認識寄件者，請拒絕邀請或忽略此郵件。',
  },
  orderWaits: {
    subject: '有一項大範圍設定等待您核准',
    text: '{{userName}}，您好：\n\n{{name}} 要一次設定 {{stations}} 的 {{devices}} 台逆變器。如此大範圍的設定須由本帳戶的另一人核准後才會下發。您可在 {{until}} 前核准，也可說明原因並駁回：\n\n{{orderUrl}}\n\n屆時無人核准，則不做任何設定。',
  },
  accountCopyReady: {
    subject: '您的資料副本已備妥',
    text: '{{userName}}，您好：\n\nHelioport 保存的與您帳戶有關的全部資料的副本已備妥。{{until}} 之前憑密碼即可下載。\n\n{{dataUrl}}\n\n如非本人操作，請立即變更密碼：有人知道了它。',
  },
  accountDeletionAsked: {
    subject: '您的帳戶將於 {{until}} 刪除',
    text: '{{userName}}，您好：\n\n您的帳戶及其全部內容將於 {{until}} 刪除。在此之前您可以保留帳戶：登入並撤回刪除即可。\n\n{{dataUrl}}\n\n如非本人操作，請撤回刪除並立即變更密碼：有人知道了它。',
  },
  accountDeletionEnded: {
    subject: '帳戶 {{name}} 予以保留',
    text: '{{userName}}，您好：\n\n帳戶 {{name}} 的刪除已撤回，一切維持不變。',
  },
  accountShareEnds: {
    subject: '帳戶 {{name}} 將於 {{until}} 刪除',
    text: '{{userName}}，您好：\n\n{{name}} 將刪除帳戶。您透過該帳戶看到的電站自 {{until}} 起不再存在，其子帳戶也一併刪除。請在此之前保存您仍需要的內容。\n\n{{portalUrl}}',
  },
  accountDeleted: {
    subject: '您的帳戶已刪除',
    text: '{{userName}}，您好：\n\n您在 Helioport 的帳戶及其全部內容已刪除。保留的只有：電站操作紀錄（含您的使用者名稱，因其項目互相印證），以及備份（直到被新備份取代）。本郵件不予留存。',
  },
  phoneCode: { subject: '', text: '您的 Helioport 驗證碼是 {{code}}，30 分鐘內有效。' },
}
