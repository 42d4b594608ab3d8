import type { RefusedMessages } from './en-US.ts'

const zhCN: RefusedMessages = {
  'logger.refused_other': '自 {{day}} 起拒收 {{rows}} 行，最近一行：{{why}}',
  'row.foreignSerial': '该设备属于其他采集器',
  'row.malformed': '无法读取',
  'row.clockTooFar': '时间在未来',
  'row.tooOld': '超过 20 年',
  'row.outOfRange': '超出设备可能的数值',
  'row.dayClosed': '该日已归档，原始数据已删除',
}

export default zhCN
