import type { Complete } from '@helioport/i18n'
import type { manyTexts as english } from './en-US.ts'

export const manyTexts: Complete<typeof english> = {
  'many.title': '已選告警',
  'many.chosen_other': '已選 {{number}} 則',
  'many.choose': '選擇 {{alarm}}',
  'many.all': '全選本頁',
  'many.none': '取消選擇',
  'many.give': '指派給…',
  'many.comment': '為所選告警新增備註',
  'many.done_other': '已處理 {{number}} 個事件',
  'many.refused_other': '未做任何變更：{{all}} 則中有 {{number}} 則無法變更。{{why}}',
  'many.others_other': '另有 {{number}} 則',
  'many.leaveOut_other': '排除這 {{number}} 則',
}
