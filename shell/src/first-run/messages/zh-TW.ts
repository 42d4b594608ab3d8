import type { Complete } from '@helioport/i18n'
import type { messages as enUS } from './en-US.ts'

export const messages: Complete<typeof enUS> = {
  intro: '這是一個全新的平台，還沒有任何帳戶。您建立的帳戶將管理本平台。',
  steps: '設定步驟',
  'step.account': '您的帳戶',
  'step.begin': '第一座電站',
  code: '一次性代碼',
  codeHint: '平台啟動時印出，四碼一組；npm run helioport -- serve 也會印出。',
  codeMissing: '請輸入平台啟動時印出的代碼。',
  language: '語言',
  submit: '建立帳戶',
  backup: '已有備份？不必重新設定，可還原到一個空資料夾：',
  welcome: '歡迎，{{name}}',
  what: '先做什麼？',
  'connect.title': '連接您的設備',
  'connect.text': '先填寫電站，再由閘道器、MQTT 設備或程式回報量測值。',
  'connect.go': '新增電站',
  'restore.title': '還原備份',
  'restore.text': '請先停止平台，再於平台所在的機器上執行。備份包含所有帳戶與金鑰，因此不提供瀏覽器上傳。',
  'restore.folders': '將 /backups 換成備份所在的資料夾，將 /new-folder 換成一個空資料夾。',
  'copy.do': '複製',
  'copy.done': '已複製。',
  'copy.failed': '瀏覽器不允許複製，請手動選取文字。',
  later: '先四處看看',
}
