// Sections that are only partly translated into Simplified Chinese: they contain the texts that the warehouse's pages use.

import type { Translation } from '../../strings.ts'

type Section =
  | 'sites'
  | 'packages'
  | 'records'
  | 'staff'
  | 'businesses'
  | 'customers'
  | 'overview'
  | 'storage'
  | 'operator'
  | 'quotes'
  | 'counter'
  | 'billing'
  | 'payments'
  | 'messages'
  | 'recipients'
  | 'texts'
  | 'channels'
  | 'costs'
  | 'missed'
  | 'requested'
  | 'till'
  | 'opening'
  | 'taxReport'
  | 'cards'
  | 'fx'
  | 'webhooks'
  | 'requests'

export const others: { [Each in Section]: Partial<Translation<Each>> } = {
  sites: {
    title: '站点',
    site: '站点',
  },
  packages: {
    title: '包裹',
    one: '包裹',
    number: '包裹编号',
    arrived: '到库时间',
    anyCustomer: '姓名、客户编号或手机号',
    shipmentOption: '{number} · {carrier} · {mode} · {count} 个包裹',
    air: '空运',
    ocean: '海运',
    labels: '标签',
    labelHint: '以 PDF 打开，每件一张标签，可打印或重印。',
    warehouseLabel: '仓库标签',
    carrierLabel: '承运人标签',
    booked: '已预订',
    warehouse: '在库',
    transit: '运输中',
    delivered: '已交付',
    cancelled: '已取消',
    onHold: '暂扣',
    undo: '撤销',
    undoDelivery: '撤销交付',
    undoDeliveryNamed: '撤销 {number} 的交付',
    undoDeliveryTitle: '撤销 {number} 的交付？',
    undoDeliveryText: '恢复为运输中，并会通知其商家。只能撤销今天的交付。',
    deliveryUndone: '{number} 恢复为运输中。',
  },
  records: {
    since: '开始时间',
    all: '全部',
    business: '商家',
    customer: '客户',
    clientReference: '客户方编号',
    metadata: '客户方附加信息',
    chooseFile: '选择文件',
    row: '行',
    column: '列',
    mistake: '问题',
    mistakes: '错误',
    reason: '原因',
    clear: '清除{name}',
    create: '创建“{typed}”',
    filters: '筛选',
    noneFound: '没有找到',
    clearFilters: '清除筛选',
    noMatchTitle: '没有符合条件的记录',
    noMatch: '当前模式和商家下没有符合筛选条件的记录。',
    more: '显示更多',
    partsDone: '已完成 {done} / {total}',
    priceIt: '为 {number} 定价',
    releaseIt: '放行 {number}',
    openUnidentified: '打开该未识别包裹',
    theStart: '最初',
    number: '编号',
    refused: '被拒绝',
    waiting: '等待中',
    status: '状态',
    netAndTax: '{net} + 税 {tax}',
  },
  requested: { title: '审批' },
  till: { title: '收银箱' },
  opening: { title: '期初余额', done: '已记录 {rows} 笔余额。' },
  taxReport: { title: '税务报表' },
  staff: { title: '员工', account: '您的账户' },
  businesses: { title: '商家' },
  customers: { title: '客户', one: '客户', nameless: '无姓名' },
  overview: { title: '概览' },
  storage: { title: '仓储', abandoned: '无人认领的包裹' },
  operator: { title: '运营方' },
  quotes: { title: '报价', one: '报价' },
  counter: { title: '新建报价' },
  billing: {
    title: '发票',
    one: '发票',
    takePayment: '收款',
    takePaymentFor: '为 {number} 收款',
    draft: '草稿',
    issued: '已开具',
    part_paid: '部分已付',
    paid: '已付',
    written_off: '已核销',
    void: '已作废',
    discarded: '已丢弃',
    dueBy: '，{date} 到期',
    notInvoiced: '尚未开票',
    couldNotCharge: '无法计费',
    releaseUnpaid: '未付放行',
    releaseUnpaidNamed: '未付放行：{number}',
    releaseUnpaidTitle: '未付放行 {number}？',
    releaseUnpaidHint: '将以您的姓名记录在案。只涵盖该包裹目前所欠的费用，不涵盖之后产生的费用。',
    releaseUnpaidDone: '{number} 已未付放行。',
    receipt: '收据',
    type_credit_note: '贷项通知单',
    debtTitle: '账龄分析',
    addExtra: '添加附加费',
    extraTitle: '添加附加费：{name}',
    extra: '附加费',
    extraSpread: '费用由所载 {count} 个包裹分摊：空运按重量，海运按体积。',
    extraAdded: '已收取{name}：含税 {amount}。',
    plusTax: '+\u00a0{percent}\u00a0% 税',
    quantity: '数量',
    unitPriceLabel: '单价（NGN）',
    note: '备注',
    noteHint: '显示在发票上名称之后。',
    noPrices: '价目清单为空。管理员可在“附加费与税率”页面设定价格。',
  },
  payments: {
    title: '付款记录',
    one: '付款',
    noticesTitle: '在线付款',
    bankTitle: '导入银行对账单',
    journalTitle: '会计分录',
    pricesTitle: '附加费与税率',
  },
  recipients: { title: '谁收到什么' },
  texts: { title: '文本' },
  channels: { title: '渠道' },
  costs: { title: '数量与费用' },
  messages: { title: '消息', one: '消息' },
  missed: { title: '漏收费用' },
  cards: { title: '价目表', create: '新建价目表', one: '价目表', edit: '编辑价目表', review: '审阅价目表' },
  fx: { title: '汇率' },
  webhooks: { deliveriesTitle: 'Webhook 推送记录', failingTitle: '失败的 Webhook' },
  requests: { title: '请求日志', one: '请求' },
}
