import type { RefusedMessages } from './en-US.ts'

const zhCN: RefusedMessages = {
  'logger.refused_other': '自 {{day}} 起拒收 {{rows}} 行',
  'logger.keptAside': '近 7 天未计入的数据',
  'logger.times': '时间',
  'logger.timesOf': '{{serial}} 的时间',
  'logger.timesText': '数值为平均值时，一行数据的时间是其平均区间的起点或终点。仍保留原始数据的日期将重新计算。',
  'logger.timesAre': '一行数据的时间是',
  'logger.timesShown': '由计数器判断，否则为起点',
  'logger.times.start': '区间的起点，或测量时刻',
  'logger.times.end': '区间的终点',
  'logger.timesSaved': '已保存，日数据将重新计算',
  'logger.ends': '时间为区间终点',
  'logger.endsFound': '时间为区间终点：由计数器得知',
  'row.foreignSerial': '该设备属于其他采集器',
  'row.malformed': '无法读取',
  'row.clockTooFar': '时间在未来',
  'row.tooOld': '超过 20 年',
  'row.outOfRange': '超出设备可能的数值',
  'row.dayClosed': '该日已归档，原始数据已删除',
}

export default zhCN
