export default {
  'permission.changeItemStatus': '报销明细预算内外',
  'forms.invoiceUsed': '发票{no}已在单据{businessNo}中使用',
  'forms.invoiceRepeated': '发票{no}在本单中重复',
}
