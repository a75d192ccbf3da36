// Texts of background tasks, in Simplified Chinese.

import type { Translation } from '../../strings.ts'

export const tasks: Translation<'tasks'> = {
  title: '后台任务',
  lead: '月结和导入。离开页面后服务器会继续处理，可随时回来查看进度。',
  emptyTitle: '没有后台任务',
  empty: '月结和文件导入会显示在这里，保留 90 天。',
  kind: '任务',
  month_end: '月结',
  opening_balances: '导入期初余额',
  announcements: '导入预报',
  bank_lines: '导入银行流水',
  running: '进行中',
  done: '已完成',
  stopped: '已停止',
  progress: '进度',
  failed: '失败',
  startedBy: '发起人',
  theServer: '服务器',
  leave: '可以离开此页面，服务器会继续处理。',
  follow: '查看所有后台任务',
  stoppedAt: '任务在完成 {done} / {total} 后停止：{failure} 继续时不会重复处理。',
  retrying: '上一步失败，正在重试：{failure}',
  resume: '继续',
  isResumed: '任务继续进行。',
  invoicesIssued: '已开具 {count} 张发票。',
  businessesFailed: '{count} 个商家未开票。',
  paymentsTaken: '已登记 {count} 笔付款。',
  linesRefused: '{count} 行被拒绝。',
  seeInvoices: '查看发票',
}
