import type { PageTexts } from './en-US.ts'

export const zhCN: PageTexts = {
  title: 'Helioport 网关',
  portal: '门户',
  clock: '时钟',
  waiting: '等待发送',
  disk: '磁盘',
  takeOver: '请在门户中接管',
  nothing: '无',
  rows: '{{count}} 行，最早的一行来自{{ago}}',
  inOrder: '正常',
  clockUnknown: '尚不清楚',
  clockSame: '与门户一致',
  clockBehind: '比门户慢 {{seconds}} 秒',
  clockAhead: '比门户快 {{seconds}} 秒',
  notYet: '尚无',
  secondsAgo: '{{count}} 秒前',
  minutesAgo: '{{count}} 分钟前',
  told: '{{ago}}：{{devices}}',
  noDevice: '没有设备',
  noPower: '未提供功率',
}
