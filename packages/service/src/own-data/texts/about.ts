import type { MailLocale } from '@helioport/contract'

/** README.txt of a copy. */
export const aboutTexts: Record<MailLocale, string> = {
  'en-US': `What {{portal}} holds of the account {{userName}}. Begun {{at}}.

account/   the account itself: addresses, sessions, sign-ins, keys by their names, choices, mails, what was done with it,
           shares that others gave it, and what its person wrote at plants of others (account/written)
pictures/  pictures of the account and its plants
stations/  its plants, rates, shares, alarms and days
devices/   its inverters, their alarms, commands, IV scans and days
loggers/   its data loggers, gateways and what they said last
samples/   what was measured, device by device and month by month

JSON files are lists of rows; CSV files have the names of their columns in the first line. All times are UTC.
Files of which there is nothing are not in the copy; "-2" and so on at the end of a name go on with the one before.

Not in the copy: passwords and keys (the portal has only their hashes), secrets by which it signs or sends (second factor,
webhooks, browsers that are told of alarms), codes that end within minutes, what mails said (they are sealed and gone once
delivered), and figures that are worked out of what is here.
`,
  'zh-CN': `{{portal}} 保存的与账户 {{userName}} 有关的内容。开始于 {{at}}。

account/   账户本身：邮箱、会话、登录记录、密钥名称、各项选择、邮件、操作记录、他人给予的分享，
           以及本人在他人电站写下的内容（account/written）
pictures/  账户及其电站的图片
stations/  电站、电价、分享、告警与逐日数据
devices/   逆变器及其告警、指令、IV 扫描与逐日数据
loggers/   数据采集器、网关及其最近上报的内容
samples/   测量数据，按设备、按月

JSON 文件为行的列表；CSV 文件首行为列名。所有时间均为 UTC。
没有内容的文件不在副本中；名称末尾的“-2”等为前一个文件的续篇。

副本不包含：密码与密钥（平台仅保存其哈希）、平台用于签名或发送的机密（双重验证、Webhook、接收告警的浏览器）、
数分钟内失效的验证码、邮件正文（已加密，投递后即删除），以及由上述内容计算得出的数据。
`,
  'zh-TW': `{{portal}} 保存的與帳戶 {{userName}} 有關的內容。開始於 {{at}}。

account/   帳戶本身：信箱、工作階段、登入紀錄、金鑰名稱、各項選擇、郵件、操作紀錄、他人給予的分享，
           以及本人在他人電站寫下的內容（account/written）
pictures/  帳戶及其電站的圖片
stations/  電站、電價、分享、告警與逐日資料
devices/   逆變器及其告警、指令、IV 掃描與逐日資料
loggers/   資料採集器、閘道及其最近回報的內容
samples/   量測資料，按裝置、按月

JSON 檔案為資料列的清單；CSV 檔案首行為欄位名稱。所有時間均為 UTC。
沒有內容的檔案不在副本中；名稱末尾的「-2」等為前一個檔案的續篇。

副本不包含：密碼與金鑰（平台僅保存其雜湊）、平台用於簽署或傳送的機密（雙重驗證、Webhook、接收告警的瀏覽器）、
數分鐘內失效的驗證碼、郵件內文（已加密，投遞後即刪除），以及由上述內容計算得出的資料。
`,
  'pt-BR': `O que {{portal}} guarda sobre a conta {{userName}}. Começado em {{at}}.

account/   a própria conta: endereços, sessões, acessos, chaves pelos nomes, escolhas, e-mails, o que foi feito com ela,
           o que outros compartilharam com ela e o que a pessoa escreveu em usinas de outros (account/written)
pictures/  imagens da conta e das usinas
stations/  usinas, tarifas, compartilhamentos, alarmes e dias
devices/   inversores, seus alarmes, comandos, curvas IV e dias
loggers/   coletores de dados, gateways e o que disseram por último
samples/   o que foi medido, por aparelho e por mês

Arquivos JSON são listas de linhas; arquivos CSV têm os nomes das colunas na primeira linha. Todas as horas são UTC.
Arquivos sem conteúdo não estão na cópia; "-2" e assim por diante continuam o anterior.

Fora da cópia: senhas e chaves (o portal só tem os hashes), segredos com que ele assina ou envia (segundo fator, webhooks,
navegadores que recebem alarmes), códigos que acabam em minutos, o que os e-mails diziam (selado e apagado na entrega) e
números calculados a partir do que está aqui.
`,
}
