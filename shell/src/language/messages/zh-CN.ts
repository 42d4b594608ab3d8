import type { LanguageMessages } from './en-US.ts'

export const messages: LanguageMessages = {
  'language.title': '语言',
  'language.all': '全部语言',
  'language.search': '搜索语言',
  'language.what':
    '文字提供简体中文、繁體中文、English 和 Português (Brasil)。选择其他语言时文字显示为英文（Português 为巴西葡萄牙语），数字、日期与星期按当地习惯书写。',
  'language.none': '没有这个名称的语言。',
  'language.own': '文字、数字与日期',
  'language.mirrored': '英文文字，从右到左排列，数字与日期按当地习惯',
  'language.near': '{{label}} 的文字，数字与日期按当地习惯',
  'language.formats': '英文文字，数字与日期按当地习惯',
  'language.failed': '无法加载，请重试。',
  'language.offer': '本平台可以用{{label}}阅读。',
  'language.offerFormats': '选择{{label}}时，文字为英文，数字、日期与星期按当地习惯书写。',
  'language.take': '使用{{label}}',
  'language.keep': '继续使用{{label}}',
  'language.about': '本页的语言',
}
