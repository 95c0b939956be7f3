export default {
  'production.setChanged': '明细与套料的BOM不一致，请重新展开',
  'production.tooMuchReturned': '退料数量不能大于可退数量{n}',
  'production.notTaken': '退料明细须取自原领料单',
  'production.issued': '已发料，不能撤销',
  'production.noComponents': '套料无BOM',
} as const
