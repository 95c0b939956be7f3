export const cn = {
  title: '需要您处理',
  calm: '一切正常，没有需要处理的事项',
  flows_one: '处流程今天会找不到审批人或走不通',
  flows_other: '处流程今天会找不到审批人或走不通',
  open: '去处理',
} as const
