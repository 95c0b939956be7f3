export default {
  'change.lineMove': '不允许的状态变更',
  'change.notExecuted': '存在未执行完成的明细',
  'change.delayReason': '请填写延期原因',
  'change.lineLocked': '明细正在变更中：{no}',
  'change.materialOpen': '物料{code}存在审批中的ECN：{no}',
  'change.needsReview': '重大变更须先完成ECN评审表',
  'change.noChangeMaster': 'SAP变更主记录未创建成功',
  'change.closedLine': '已关闭的明细不能变更',
  'change.lineGone': '原明细已不存在',
  'change.notReleased': '该ECN尚未通过变更负责人，不能变更',
  'change.ecnOpen': 'ECN {no} 存在未关闭明细',
  'change.versionNotHigher': '版本号必须高于上一版本',
} as const
