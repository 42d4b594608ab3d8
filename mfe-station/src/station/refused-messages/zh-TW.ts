import type { RefusedMessages } from './en-US.ts'

const zhTW: RefusedMessages = {
  'logger.refused_other': '自 {{day}} 起拒收 {{rows}} 列，最近一列：{{why}}',
  'row.foreignSerial': '該裝置屬於其他採集器',
  'row.malformed': '無法讀取',
  'row.clockTooFar': '時間在未來',
  'row.tooOld': '超過 20 年',
  'row.outOfRange': '超出裝置可能的數值',
  'row.dayClosed': '該日已歸檔，原始資料已刪除',
}

export default zhTW
