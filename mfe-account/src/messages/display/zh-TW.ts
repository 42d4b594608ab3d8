import type { DisplayTexts } from './en-US.ts'

export const displayTexts: DisplayTexts = {
  'display.title': '發電資訊',
  'display.hint': '此設定用於展示頁面。',
  'display.where': '大螢幕與帳戶頁面按此順序顯示這些資料。',
  'display.tooFew': '請至少選擇 {{min}} 項。',
  'display.order': '按此順序顯示',
  'display.others': '不顯示',
  'display.move': '移動「{{name}}」',
  'display.howToMove': '可拖曳，或按上下方向鍵移動；Home 與 End 鍵移到最前或最後。',
  'display.moved': '{{name}}：第 {{place}} 位，共 {{count}} 項',
  'display.added': '{{name}}已加入顯示，第 {{place}} 位，共 {{count}} 項',
  'display.removed': '{{name}}不再顯示',
  'display.preview': '大螢幕預覽',
  'display.previewHint': '以目前資料顯示儲存後的效果。',
  'display.toWall': '開啟大螢幕',
}
