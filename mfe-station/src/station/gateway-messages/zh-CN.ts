import type { GatewayMessages } from './en-US.ts'

const zhCN: GatewayMessages = {
  'connect.readsNothing': '网关已连接，但尚未读到任何数据：',
  'gateway.setUp': '数据源',
  'gateway.of': '{{serial}} 的数据源',
  'gateway.nothing': '尚未报告自身情况。',
  'gateway.devices_other': '{{count}} 台设备',
  'gateway.told': '{{ago}}报告；每 {{seconds}} 秒读取一次。',
  'gateway.controls': '其运行处已允许对设备进行设置。',
  'gateway.reads': '仅读取，不写入。',
  'gateway.wanted': '应读取的内容',
  'gateway.sources': '数据源，每行一个',
  'gateway.sourcesHint':
    '其所在网络中的设备，例如 sunspec=192.168.1.20 或 shelly=192.168.1.7；留空则使用启动时指定或自动发现的设备。密码和文件只能在其运行处指定。',
  'gateway.sourceWrong':
    '请将 {{source}} 写成“类型=地址”：其网络中的地址，如 192.168.1.20 或 inverter.local，不含密码；类型：sunspec、fronius、shelly、vsn、huawei、sungrow、sma、goodwe、growatt。',
  'gateway.tooMany': '最多 {{count}} 个数据源。',
  'gateway.interval': '读取间隔',
  'gateway.intervalHint': '留空则保持启动时的设置。',
  'gateway.intervalWrong': '请输入 {{min}} 到 {{max}} 秒。',
  'gateway.save': '保存数据源',
  'gateway.saved': '已保存，网关将在一两分钟内收到。',
}

export default zhCN
