export default {
  'permission.changeItemStatus': '报销明细预算内外',
  'forms.invoiceUsed': '发票{no}已在单据{businessNo}中使用',
  'forms.invoiceRepeated': '发票{no}在本单中重复',
  'forms.allowancePaid': '{name} {date} 已领取补贴',
  'forms.carTaken': '车辆{plate}在该时段已派出',
  'forms.notOnTrip': '您不是出差{no}的申请人或同行人',
  'forms.notTraveller': '只能选择所关联出差的申请人或同行人',
  'forms.taxiOverlap': '该时段已有打车申请{no}',
  'forms.tripOverlap': '{name}在该时段已有出差{no}',
  'forms.tripPeriodNamed': '单据{no}关联了本出差，出差时间不能修改',
}
