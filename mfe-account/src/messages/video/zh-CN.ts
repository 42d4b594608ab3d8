import type { VideoTexts } from './en-US.ts'

export const videoTexts: VideoTexts = {
  'video.title': '视频',
  'video.none': '还没有视频。',
  'video.noneHint': '在基本设置或电站中填写视频地址，即可在此播放。',
  'video.toSettings': '前往基本设置',
  'video.play': '播放：{{name}}',
  'video.failed': '无法播放此视频',
  'video.failed.format': '该地址没有返回本浏览器可以播放的视频。',
  'video.failed.network': '{{host}} 没有响应，或不允许本平台访问。',
  'video.source': '来自 {{host}}',
  'video.change': '更改地址',
  'video.label': '此账户的视频',
}
