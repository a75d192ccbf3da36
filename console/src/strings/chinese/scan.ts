// Texts of the scan box, its search, and the connection state, in Simplified Chinese.

import type { Translation } from '../../strings.ts'

export const scan: Translation<'scan'> = {
  camera: '摄像头',
  cameraOpen: '用摄像头扫描',
  cameraPicture: '摄像头画面',
  cameraAim: '请把条码对准画面。',
  cameraClose: '关闭摄像头',
  cameraRefused: '浏览器不允许使用摄像头。请在页面设置中允许。',
  cameraFailed: '摄像头无法使用。',
  repeated: '{code} 读到两次，只处理一次。',
  unknown: '没有找到 {code}。',
  mistyped: '{code} 有误：其中一个字符不对。',
  lookAlike: '相似的编号',
  severalCustomers: '多个商家使用 {code}，属于哪一个？',
  severalPapers: '多个商家开出过 {code}，属于哪一个？',
  asUnidentified: '作为无主包裹收下',
  asUnidentifiedHint: '在队列中等待认领',
  offline: '没有网络连接：现在无法查询 {code}。',
  receive: '收货 {code}',
  isOffline: '离线',
  waiting: '{count} 个等待发送',
  refused: '{count} 个被拒绝',
  queueHint: '扫描内容保存在本浏览器中，会自动发送',
}

export const search: Translation<'search'> = {
  toTest: '切换到测试模式',
  toLive: '切换到正式模式',
  papers: '发票与收据',
  keys: '快捷键',
  keySearch: '搜索：记录、页面和操作',
  keyOpen: '打开所选结果或行',
  keyMove: '在结果或列表的行之间移动',
  keyEnds: '列表的首行或末行',
  keyEscape: '清除搜索，或关闭对话框',
  none: '没有找到“{text}”。按回车作为编号查询。',
  found: '找到 {count} 项',
}
