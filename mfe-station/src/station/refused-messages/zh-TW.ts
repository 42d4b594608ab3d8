import type { RefusedMessages } from './en-US.ts'

const zhTW: RefusedMessages = {
  'logger.refused_other': '自 {{day}} 起拒收 {{rows}} 列',
  'logger.keptAside': '近 7 天未計入的資料',
  'logger.times': '時間',
  'logger.timesOf': '{{serial}} 的時間',
  'logger.timesText': '數值為平均值時，一列資料的時間是其平均區間的起點或終點。仍保留原始資料的日期將重新計算。',
  'logger.timesAre': '一列資料的時間是',
  'logger.timesShown': '由計數器判斷，否則為起點',
  'logger.times.start': '區間的起點，或測量時刻',
  'logger.times.end': '區間的終點',
  'logger.timesSaved': '已儲存，日資料將重新計算',
  'logger.ends': '時間為區間終點',
  'logger.endsFound': '時間為區間終點：由計數器得知',
  'row.foreignSerial': '該裝置屬於其他採集器',
  'row.malformed': '無法讀取',
  'row.clockTooFar': '時間在未來',
  'row.tooOld': '超過 20 年',
  'row.outOfRange': '超出裝置可能的數值',
  'row.dayClosed': '該日已歸檔，原始資料已刪除',
}

export default zhTW
