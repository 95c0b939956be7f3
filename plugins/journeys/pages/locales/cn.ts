export const cn = {
  title: '我的行程', detail: '行程详情', add: '新增行程', edit: '修改行程', remove: '删除', cancel: '取消', change: '修改', open: '详情',
  list: '列表', calendar: '日历', view: '视图', all: '全部', states: '时间', types: '来源',
  upcoming: '未出发', ongoing: '进行中', past: '已结束',
  high: '高风险', middle: '中风险', none: '无风险',
  from: '从', to: '到', departs: '出发', arrives: '到达', transport: '交通工具', fare: '票价', source: '来源', document: '关联单据', traveller: '出行人', companions: '同行人', risk: '风险等级', remark: '备注', oneWay: '单程', roundTrip: '往返', way: '单程/往返',
  empty: '没有行程', emptyText: '出差、打车和派车审批完成后，行程会出现在这里；也可以自己添加。', noneFound: '没有符合条件的行程', show: '显示全部',
  segments: '行程段', segment: '第{n}段', removeAsk: '删除这条行程？', removed: '已删除', saved: '已保存', before: '上个月', after: '下个月', today: '今天', month: '{year}年{month}月',
  more: '共{n}条行程', missing: '行程不存在或无权查看', back: '返回我的行程',
  mon: '一', tue: '二', wed: '三', thu: '四', fri: '五', sat: '六', sun: '日',
}
