import type { PageTexts } from './en-US.ts'

export const zhTW: PageTexts = {
  title: 'Helioport 閘道',
  portal: '入口網站',
  clock: '時鐘',
  waiting: '等待傳送',
  disk: '磁碟',
  takeOver: '請在入口網站中接管',
  nothing: '無',
  rows: '{{count}} 列，最早的一列來自{{ago}}',
  inOrder: '正常',
  clockUnknown: '尚不清楚',
  clockSame: '與入口網站一致',
  clockBehind: '比入口網站慢 {{seconds}} 秒',
  clockAhead: '比入口網站快 {{seconds}} 秒',
  notYet: '尚無',
  secondsAgo: '{{count}} 秒前',
  minutesAgo: '{{count}} 分鐘前',
  told: '{{ago}}：{{devices}}',
  noDevice: '沒有裝置',
  noPower: '未提供功率',
}
