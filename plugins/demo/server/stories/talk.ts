import { commented, type StoryMove, remarked } from './moves.ts'
import type { Story } from './story.ts'

const remarks = [
  '原件请在月底前交到财务',
  '下次请提前一周提交',
  '款项已安排，请留意到账',
  '资料已归档',
  '与上次口径一致，没有问题',
  'Please keep the originals for the audit',
  '实际金额以发票为准',
  '请把结果同步给相关同事',
] as const

const questions: readonly (readonly [comment: string, mentioned: string])[] = [
  ['附件已补充，请再看一下', 'accountant'],
  ['这一笔能否并入下月计划？', 'finance'],
  ['进展已在周会上说明', 'head'],
  ['请协助确认收货时间', 'buyer'],
  ['设备清单已发到邮箱', 'it'],
  ['供应商资料见附件', 'quality'],
  ['The schedule has been confirmed with the customer', 'vp'],
  ['样机在三楼实验室', 'employee'],
  ['客户反馈已整理', 'sales'],
]

/** Adds comments to about every seventh document that has no other actions. */
export const talkedAbout = (stories: readonly Story[]): readonly Story[] =>
  stories.map((story, index) => (index % 7 === 3 && story.moves === undefined ? { ...story, moves: commentMoves(story, index) } : story))

/** A comment of the last approver to the initiator, or of the initiator to a colleague. */
function commentMoves({ by, ends }: Story, index: number): readonly StoryMove[] {
  const [comment, mentioned] = questions[index % questions.length]!
  const question = commented(by, comment, [mentioned])
  return ends === 'completed' && index % 2 === 1 ? [remarked(remarks[index % remarks.length]!)] : [question]
}
