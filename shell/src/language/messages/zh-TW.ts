import type { LanguageMessages } from './en-US.ts'

export const messages: LanguageMessages = {
  'language.title': '語言',
  'language.all': '全部語言',
  'language.search': '搜尋語言',
  'language.what':
    '文字提供简体中文、繁體中文、English 和 Português (Brasil)。選擇其他語言時文字顯示為英文（Português 為巴西葡萄牙文），數字、日期與星期按當地習慣書寫。',
  'language.none': '沒有這個名稱的語言。',
  'language.own': '文字、數字與日期',
  'language.mirrored': '英文文字，由右到左排列，數字與日期按當地習慣',
  'language.near': '{{label}} 的文字，數字與日期按當地習慣',
  'language.formats': '英文文字，數字與日期按當地習慣',
  'language.failed': '無法載入，請重試。',
  'language.offer': '本平台可以用{{label}}閱讀。',
  'language.offerFormats': '選擇{{label}}時，文字為英文，數字、日期與星期按當地習慣書寫。',
  'language.take': '使用{{label}}',
  'language.keep': '繼續使用{{label}}',
  'language.about': '本頁的語言',
}
