import type { Complete } from '@helioport/i18n'
import type { manyTexts as english } from './en-US.ts'

export const manyTexts: Complete<typeof english> = {
  'many.title': '已选告警',
  'many.chosen_other': '已选 {{number}} 条',
  'many.choose': '选择 {{alarm}}',
  'many.all': '全选本页',
  'many.none': '取消选择',
  'many.give': '指派给…',
  'many.comment': '为所选告警添加备注',
  'many.done_other': '已处理 {{number}} 个事件',
  'many.refused_other': '未做任何更改：{{all}} 条中有 {{number}} 条无法更改。{{why}}',
  'many.others_other': '另有 {{number}} 条',
  'many.leaveOut_other': '排除这 {{number}} 条',
}
