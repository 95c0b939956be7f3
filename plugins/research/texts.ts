import { bilingual } from '#kernel/wording/label.ts'

export const { cn, en } = bilingual({
  'research.monthFull': { cn: '该成员当月工时超过{hours}小时', en: 'This member’s hours for the month exceed {hours}' },
  'research.notMapped': { cn: '项目未在研发项目映射中维护', en: 'The project isn’t in the R&D project mapping' },
  'research.patentExists': { cn: '专利申请号已存在', en: 'The application no. already exists' },
  'research.locked': { cn: '该内容由单据{no}确定，不能在台账中修改',
    en: 'This comes from document {no} and can’t be changed in the register' },
  'research.stateBeforeFiling': { cn: '状态日期不能早于申请日', en: 'The date can’t be before the filing date' },
  'research.dayFull': { cn: '同一天的工时不能超过24小时', en: 'Hours can’t exceed 24 a day' },
  'research.finishedInFuture': { cn: '完成日期不能晚于今天', en: 'The date can’t be in the future' },
  'research.finishedMissing': { cn: '已完成的需求须填写完成日期', en: 'Enter the completion date' },
  'research.hoursInFuture': { cn: '日期不能晚于今天', en: 'The date can’t be in the future' },
  'research.hoursTwice': { cn: '该人员当天在此项目的同类工时已登记',
    en: 'Hours of this type on this project are already entered for the day' },
  'research.noHours': { cn: '工时必须大于0', en: 'Hours must be greater than 0' },
  'research.notDone': { cn: '填写完成日期时状态须为已完成', en: 'A request with a completion date must be Done' },
  'research.requestExists': { cn: '需求编号已存在', en: 'The request no. already exists' },
})
