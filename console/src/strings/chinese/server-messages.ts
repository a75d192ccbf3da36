// Simplified Chinese texts of the server's answers to a scan, by outcome or error code. Answers whose code has several meanings stay in English.

export const serverMessages: Readonly<Record<string, string>> = {
  attached: '包裹 {name} 已装入此货运。',
  detached: '包裹 {name} 已从此货运卸下。',
  over_capacity: '超过运力。',
  past_cut_off: '已过截关时间。',
  owed: '未付款：{name}。',
  placed: '包裹 {name} 已放入此库位。',
  already: '包裹 {name} 之前已在这里。',
  found: '包裹 {name} 应在此处。',
  unknown: '没有包裹使用编号 {name}。',
  NOT_FOUND: '没有包裹使用编号 {name}。',
  PACKAGE_CANCELLED: '包裹 {name} 已取消。',
  PACKAGE_IN_SHIPMENT: '包裹 {name} 已在另一货运中。',
  PACKAGE_ON_HOLD: '包裹 {name} 已暂扣，请先放行。',
  PACKAGE_UNPRICED: '包裹 {name} 尚未定价。',
  DESTINATION_LOCKED: '包裹 {name} 的目的地与此货运不同。',
}
