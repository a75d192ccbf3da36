// The built-in texts of messages in Simplified Chinese.

import type { Purpose } from '../purpose.ts'
import type { OwnText } from './own-text.ts'

const LINK = '{{link}}'
const letter = (...paragraphs: string[]): string => ['{{name}}，您好：', ...paragraphs, '此致\n{{sender}}'].join('\n\n')

export const CHINESE: Record<Purpose, OwnText> = {
  parcel_received: {
    subject: '已收到包裹 {{parcel_number}}',
    text: letter('包裹 {{parcel_number}} 已到达我们的仓库。', '[[重量：{{weight}}]]\n[[订单价格（含税）：{{price}}]]', LINK),
    short: '【{{sender}}】包裹 {{parcel_number}} 已入库[[，{{weight}}]][[，价格 {{price}}]]。{{link}}',
    severalSubject: '已收到 {{count}} 件包裹',
    severalText: letter('{{count}} 件包裹已到达我们的仓库：{{parcels}}。', LINK),
    severalShort: '【{{sender}}】{{count}} 件包裹已入库：{{parcels}}。{{link}}',
  },
  price_changed: {
    subject: '包裹 {{parcel_number}} 的价格',
    text: letter('包裹 {{parcel_number}} 的价格已确定。', '[[订单价格（含税）：{{price}}]]', LINK),
    short: '【{{sender}}】包裹 {{parcel_number}} 的价格已确定[[：{{price}}]]。{{link}}',
    severalSubject: '{{count}} 件包裹的价格',
    severalText: letter('{{count}} 件包裹的价格已确定：{{parcels}}。', LINK),
    severalShort: '【{{sender}}】{{count}} 件包裹的价格已确定：{{parcels}}。{{link}}',
  },
  on_hold: {
    subject: '包裹 {{parcel_number}} 已暂扣',
    text: letter('包裹 {{parcel_number}} 已暂扣，放行前不会发运。', '[[原因：{{reason}}]]', LINK),
    short: '【{{sender}}】包裹 {{parcel_number}} 已暂扣[[：{{reason}}]]。{{link}}',
    severalSubject: '{{count}} 件包裹已暂扣',
    severalText: letter('{{count}} 件包裹已暂扣，放行前不会发运：{{parcels}}。', LINK),
    severalShort: '【{{sender}}】{{count}} 件包裹已暂扣：{{parcels}}。{{link}}',
  },
  released: {
    subject: '包裹 {{parcel_number}} 已放行',
    text: letter('包裹 {{parcel_number}} 已放行，将继续发运。', LINK),
    short: '【{{sender}}】包裹 {{parcel_number}} 已放行。{{link}}',
    severalSubject: '{{count}} 件包裹已放行',
    severalText: letter('{{count}} 件包裹已放行，将继续发运：{{parcels}}。', LINK),
    severalShort: '【{{sender}}】{{count}} 件包裹已放行：{{parcels}}。{{link}}',
  },
  free_days_end: {
    subject: '包裹 {{parcel_number}} 的免费仓储到 {{date}} 为止',
    text: letter('包裹 {{parcel_number}} 免费仓储的最后一天是 {{date}}，次日起收取仓储费。', LINK),
    short: '【{{sender}}】包裹 {{parcel_number}} 的免费仓储到 {{date}} 为止。{{link}}',
    severalSubject: '{{count}} 件包裹的免费仓储即将结束',
    severalText: letter('{{count}} 件包裹的免费仓储即将结束：{{parcels}}。', LINK),
    severalShort: '【{{sender}}】{{count}} 件包裹的免费仓储即将结束：{{parcels}}。{{link}}',
  },
  storage_charged: {
    subject: '包裹 {{parcel_number}} 开始收取仓储费',
    text: letter('包裹 {{parcel_number}} 的免费天数已过，今天起收取仓储费。', LINK),
    short: '【{{sender}}】包裹 {{parcel_number}} 今天起收取仓储费。{{link}}',
    severalSubject: '{{count}} 件包裹开始收取仓储费',
    severalText: letter('{{count}} 件包裹的免费天数已过，今天起收取仓储费：{{parcels}}。', LINK),
    severalShort: '【{{sender}}】{{count}} 件包裹今天起收取仓储费：{{parcels}}。{{link}}',
  },
  departed: {
    subject: '包裹 {{parcel_number}} 已发运',
    text: letter('包裹 {{parcel_number}} 已离开我们的仓库，正在运输途中。', LINK),
    short: '【{{sender}}】包裹 {{parcel_number}} 已发运。{{link}}',
    severalSubject: '{{count}} 件包裹已发运',
    severalText: letter('{{count}} 件包裹已离开我们的仓库，正在运输途中：{{parcels}}。', LINK),
    severalShort: '【{{sender}}】{{count}} 件包裹已发运：{{parcels}}。{{link}}',
  },
  arrived: {
    subject: '包裹 {{parcel_number}} 已到达',
    text: letter('包裹 {{parcel_number}} 已到达目的国。可以自提或送达时，我们会通知您。', LINK),
    short: '【{{sender}}】包裹 {{parcel_number}} 已到达目的国。{{link}}',
    severalSubject: '{{count}} 件包裹已到达',
    severalText: letter('{{count}} 件包裹已到达目的国：{{parcels}}。', LINK),
    severalShort: '【{{sender}}】{{count}} 件包裹已到达目的国：{{parcels}}。{{link}}',
  },
  ready_for_collection: {
    subject: '包裹 {{parcel_number}} 可以自提了',
    text: letter('包裹 {{parcel_number}} 可以自提了。取件码：{{collection_code}}。', '请只把取件码告诉发放包裹的工作人员。', LINK),
    short: '【{{sender}}】包裹 {{parcel_number}} 可以自提了，取件码 {{collection_code}}。{{link}}',
    severalSubject: '{{count}} 件包裹可以自提了',
    severalText: letter('{{count}} 件包裹可以自提了，括号内为取件码：{{parcels}}。', '请只把取件码告诉发放包裹的工作人员。', LINK),
    severalShort: '【{{sender}}】{{count}} 件包裹可以自提了，括号内为取件码：{{parcels}}。{{link}}',
  },
  delivered: {
    subject: '包裹 {{parcel_number}} 已送达',
    text: letter('包裹 {{parcel_number}} 已送达。', LINK),
    short: '【{{sender}}】包裹 {{parcel_number}} 已送达。{{link}}',
    severalSubject: '{{count}} 件包裹已送达',
    severalText: letter('{{count}} 件包裹已送达：{{parcels}}。', LINK),
    severalShort: '【{{sender}}】{{count}} 件包裹已送达：{{parcels}}。{{link}}',
  },
  invoice_issued: {
    subject: '账单 {{invoice_number}}，金额 {{amount}}',
    text: letter('我们开具了账单 {{invoice_number}}，金额 {{amount}}。请在 {{due_date}} 前付款，并注明账单号。'),
    short: '【{{sender}}】账单 {{invoice_number}}，金额 {{amount}}，请在 {{due_date}} 前付款。',
  },
  invoice_overdue: {
    subject: '账单 {{invoice_number}} 已逾期',
    text: letter(
      '账单 {{invoice_number}} 的付款期限为 {{due_date}}，尚有 {{amount}} 未付。请付款并注明账单号。',
      '如果您已经付款，请忽略此消息。',
    ),
    short: '【{{sender}}】账单 {{invoice_number}} 已于 {{due_date}} 到期，尚有 {{amount}} 未付，请尽快付款。',
  },
  payment_received: {
    subject: '已收到 {{amount}}',
    text: letter('感谢您支付 {{amount}}。收据号：{{receipt_number}}。'),
    short: '【{{sender}}】感谢您支付 {{amount}}，收据号 {{receipt_number}}。',
  },
  invitation: {
    subject: '您在 {{sender}} 的账户',
    text: letter('您已受邀使用 {{sender}} 的控制台，角色为 {{role}}。请在此设置姓名和密码：', LINK),
    short: '',
  },
  password_reset: {
    subject: '您的账户已设置新密码',
    text: letter('管理员为您的账户设置了新密码，并结束了所有会话。', '如果不是您要求的，请立即告知管理员。'),
    short: '',
  },
  daily_summary: {
    subject: '{{sender}}：{{date}}',
    text: letter(
      '{{date}}的情况：',
      '入库：{{arrived}}\n发运：{{departed}}',
      '目前暂扣：{{on_hold}}\n[[逾期账单：{{unpaid}}]]\n待处理的消息：{{failed_messages}}',
      LINK,
      '您在“您的账户”中选择了此汇总，也可以在那里关闭。',
    ),
    short: '',
  },
  second_factor_changed: {
    subject: '您账户的登录方式已更改',
    text: letter('{{change}}', '如果不是您本人的操作，请在账户中结束其他会话，并立即告知 {{sender}} 的管理员。'),
    short: '',
  },
  portal_invitation: {
    subject: '{{business}}：您的 {{sender}} 客户平台账户',
    text: letter(
      '您已受邀代表 {{business}} 使用 {{sender}} 的客户平台，可在其中询价、下单、查询包裹和查看账单。',
      '请打开以下页面并输入此邮箱地址，我们会发送登录验证码。无需密码。',
      LINK,
    ),
    short: '',
  },
  portal_code: {
    subject: '您的登录验证码',
    text: letter(
      '您的登录验证码是 {{code}}，十分钟内有效，只能使用一次。',
      '如果不是您本人的操作，请忽略此邮件。请勿将验证码告诉任何人，我们不会向您索取。',
    ),
    short: '【{{sender}}】您的登录验证码是 {{code}}，十分钟内有效，只能使用一次。请勿告诉任何人。',
  },
}
