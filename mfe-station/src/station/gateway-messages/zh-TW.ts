import type { GatewayMessages } from './en-US.ts'

const zhTW: GatewayMessages = {
  'connect.readsNothing': '閘道已連線，但尚未讀到任何資料：',
  'gateway.setUp': '資料來源',
  'gateway.of': '{{serial}} 的資料來源',
  'gateway.nothing': '尚未回報自身情況。',
  'gateway.devices_other': '{{count}} 台裝置',
  'gateway.told': '{{ago}}回報；每 {{seconds}} 秒讀取一次。',
  'gateway.controls': '其執行處已允許對裝置進行設定。',
  'gateway.reads': '僅讀取，不寫入。',
  'gateway.wanted': '應讀取的內容',
  'gateway.sources': '資料來源，每行一個',
  'gateway.sourcesHint':
    '其所在網路中的裝置，例如 sunspec=192.168.1.20 或 shelly=192.168.1.7；留空則使用啟動時指定或自動發現的裝置。密碼和檔案只能在其執行處指定。',
  'gateway.sourceWrong':
    '請將 {{source}} 寫成「類型=位址」：其網路中的位址，如 192.168.1.20 或 inverter.local，不含密碼；類型：sunspec、fronius、shelly、vsn、huawei、sungrow、sma、goodwe、growatt。',
  'gateway.tooMany': '最多 {{count}} 個資料來源。',
  'gateway.interval': '讀取間隔',
  'gateway.intervalHint': '留空則維持啟動時的設定。',
  'gateway.intervalWrong': '請輸入 {{min}} 到 {{max}} 秒。',
  'gateway.save': '儲存資料來源',
  'gateway.saved': '已儲存，閘道將在一兩分鐘內收到。',
}

export default zhTW
