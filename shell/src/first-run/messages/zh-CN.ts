import type { Complete } from '@helioport/i18n'
import type { messages as enUS } from './en-US.ts'

export const messages: Complete<typeof enUS> = {
  intro: '这是一个全新的平台，还没有任何账号。您创建的账号将管理本平台。',
  steps: '设置步骤',
  'step.account': '您的账号',
  'step.begin': '第一座电站',
  code: '一次性代码',
  codeHint: '平台启动时打印，四位一组；npm run helioport -- serve 也会打印。',
  codeMissing: '请输入平台启动时打印的代码。',
  language: '语言',
  submit: '创建账号',
  backup: '已有备份？无需重新设置，可恢复到一个空目录：',
  welcome: '欢迎，{{name}}',
  what: '先做什么？',
  'connect.title': '连接您的设备',
  'connect.text': '先填写电站，再由网关、MQTT 设备或脚本上报测量值。',
  'connect.go': '添加电站',
  'restore.title': '恢复备份',
  'restore.text': '请先停止平台，再在平台所在的机器上运行。备份包含所有账号与密钥，因此不提供浏览器上传。',
  'restore.folders': '将 /backups 换成备份所在目录，将 /new-folder 换成一个空目录。',
  'copy.do': '复制',
  'copy.done': '已复制。',
  'copy.failed': '浏览器不允许复制，请手动选择文本。',
  later: '先随便看看',
}
