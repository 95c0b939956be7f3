export default {
  'dingtalk.finishedFirst': '完成时间不能早于发起时间',
} as const
