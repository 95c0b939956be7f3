import { bilingual } from '#kernel/wording/label.ts'

export const { cn, en } = bilingual({
  'change.lineMove': { cn: '不允许的状态变更', en: 'State change not allowed' },
  'change.notExecuted': { cn: '存在未执行完成的明细', en: 'Some lines are not executed' },
  'change.delayReason': { cn: '请填写延期原因', en: 'Enter the reason for delay' },
  'change.lineLocked': { cn: '明细正在变更中：{no}', en: 'The line is being changed: {no}' },
  'change.materialOpen': { cn: '物料{code}存在审批中的ECN：{no}', en: 'Material {code} is in an open ECN: {no}' },
  'change.needsReview': { cn: '重大变更须先完成ECN评审表', en: 'A major change needs a completed ECN review form' },
  'change.noChangeMaster': { cn: 'SAP变更主记录未创建成功', en: 'The SAP change master was not created' },
  'change.closedLine': { cn: '已关闭的明细不能变更', en: 'A closed line cannot be changed' },
  'change.lineGone': { cn: '原明细已不存在', en: 'The original line is no longer there' },
  'change.notReleased': { cn: '该ECN尚未通过变更负责人，不能变更', en: 'The ECN hasn’t passed its change owner yet and can’t be changed' },
  'change.ecnOpen': { cn: 'ECN {no} 存在未关闭明细', en: 'ECN {no} has open lines' },
  'change.versionNotHigher': { cn: '版本号必须高于上一版本', en: 'The version must be higher than the previous one' },
})
