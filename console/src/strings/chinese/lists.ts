// Texts of lists in Simplified Chinese: sorting, columns, totals, selections, saved views.

import type { Translation } from '../../strings.ts'

export const lists: Translation<'lists'> = {
  sortBy: '按{column}排序',
  columns: '列',
  columnsShown: '显示的列',
  perPage: '每页行数',
  showChanges: '显示新增和移动的行',
  from: '{name} 起',
  to: '{name} 止',
  fromDay: '自 {day}',
  toDay: '至 {day}',
  days: '{from} – {to}',

  rows: '共 {count} 项',
  manyRows: '超过 {count} 项',
  total: '合计',
  selectMatching: '选择所有符合的',
  selectMatchingCount: '选择所有符合的 {count} 项',
  selecting: '正在选择，已选 {count} 项',
  selectionCut: '只选择了前 {count} 项。请缩小筛选范围。',
  exportSelected: '导出所选',

  views: '视图',
  view: '视图：{name}',
  saveView: '保存视图',
  viewName: '名称',
  viewHint: '当前的筛选、排序、列和模式。只有您能看到。',
  viewSaved: '已保存为“{name}”。',
  viewDeleted: '“{name}”已删除。',
  deleteView: '删除视图 {name}',
}
