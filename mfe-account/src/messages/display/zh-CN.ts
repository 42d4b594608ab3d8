import type { DisplayTexts } from './en-US.ts'

export const displayTexts: DisplayTexts = {
  'display.title': '发电信息',
  'display.hint': '此设置用于展示页面。',
  'display.where': '大屏与账户页面按此顺序显示这些数据。',
  'display.tooFew': '请至少选择 {{min}} 项。',
  'display.order': '按此顺序显示',
  'display.others': '不显示',
  'display.move': '移动“{{name}}”',
  'display.howToMove': '可拖动，或按上下方向键移动；Home 与 End 键移到最前或最后。',
  'display.moved': '{{name}}：第 {{place}} 位，共 {{count}} 项',
  'display.added': '{{name}}已加入显示，第 {{place}} 位，共 {{count}} 项',
  'display.removed': '{{name}}不再显示',
  'display.preview': '大屏预览',
  'display.previewHint': '以当前数据显示保存后的效果。',
  'display.toWall': '打开大屏',
}
