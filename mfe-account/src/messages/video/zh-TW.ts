import type { VideoTexts } from './en-US.ts'

export const videoTexts: VideoTexts = {
  'video.title': '影片',
  'video.none': '還沒有影片。',
  'video.noneHint': '在基本設定或電站中填寫影片網址，即可在此播放。',
  'video.toSettings': '前往基本設定',
  'video.play': '播放：{{name}}',
  'video.failed': '無法播放此影片',
  'video.failed.format': '此網址沒有傳回本瀏覽器可以播放的影片。',
  'video.failed.network': '{{host}} 沒有回應，或不允許本平台存取。',
  'video.source': '來自 {{host}}',
  'video.change': '更改網址',
  'video.label': '此帳戶的影片',
}
