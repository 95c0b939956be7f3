export default {
  'forms.invoiceUsed': '发票{no}已在单据{businessNo}中使用',
  'forms.fieldNeedsLink': '该费用类型不适用于所选报销类别',
}
