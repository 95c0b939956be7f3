export const cn = {
  'rows.some': '任一行{table}满足',
  'rows.every': '每一行{table}都满足',
  formStep: '填写表单中等待的字段',
  formStepHint: '表单有字段要在某一步填写，而流程中没有这一步。选择后由本步骤的审批人填写',
} as const
