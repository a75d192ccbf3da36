// Texts of packages that wait to be collected, in Simplified Chinese.

import type { Translation } from '../../strings.ts'

export const collection: Translation<'collection'> = {
  ready: '可以自提',
  readySince: '自 {when} 起可以自提',
  readyText: '包裹会得到一个取件码。如果该商家开启了此类消息，客户会收到取件码；商家也可以查看。',
  readyTitle: '{number} 可以自提了吗？',
  readyDone: '{number} 可以自提了。',
  notReady: '不可自提',
  notReadyTitle: '撤回 {number} 的自提状态？',
  notReadyText: '取件码作废。再次可以自提时会得到新的取件码。',
  notReadyDone: '{number} 不再等待自提。',
  allReady: '全部可以自提',
  allReadyTitle: '{number} 的包裹可以自提了吗？',
  allReadyText: '除暂扣的以外，每个包裹会得到一个取件码。如果商家开启了此类消息，客户会收到取件码。',
  allReadyDone: '{count} 个包裹可以自提了。',
  allReadyHeld: '{count} 个包裹可以自提了。已暂扣：{numbers}。',
  handOut: '发放',
  handOutTitle: '发放 {number}',
  handOutTo: '发放给 {customer}。请索要客户收到的六位取件码。',
  code: '取件码',
  withoutCode: '不用取件码发放',
  withCode: '索要取件码',
  reason: '为何不用取件码',
  reasonHint: '例如：手机丢失，已查看护照。会与您的姓名一起记录。',
  handedOut: '{number} 已发放。',
  handedOutBy: '未用取件码发放：{reason}',
}
