import { cells } from './cells.ts'
import { before, dayFrom } from '../stories/clock.ts'
import type { NodeAnswer, Story } from '../stories/story.ts'

/** `initiator | department | implementer | days ago | final state | node where it stops | points | excellent | name` */
const table = `
quality | sz-quality | dongmei | 200 | completed | | 30 15 15 15 | 0 | 来料检验电子看板
employee | sz-hardware | songtao | 170 | completed | | 38 18 18 18 | 1 | 通用测试夹具
caijun | dg-smt | yaoting | 150 | completed | | 28 12 14 12 | 0 | 钢网清洗工艺优化
quality | sz-quality | quality | 120 | completed | | 36 19 18 18 | 1 | 尺寸测量自动记录
employee | sz-hardware | employee | 95 | completed | | 25 12 12 13 | 0 | 样机借用登记
luxiao | dg-engineering | suming | 80 | completed | | 20 8 10 8 | 0 | 设备点检表合并
moxiaotong | dg-logistics | weigang | 60 | completed | | 30 14 16 15 | 0 | 包装材料循环使用
caijun | dg-smt | yaoting | 135 | completed | | 28 14 12 12 | 0 | 贴片料盘定置管理
quality | sz-quality | dongmei | 75 | completed | | 32 15 14 16 | 0 | 检验标准图片化
songtao | sz-hardware | employee | 65 | voided | firstJudgeOne | | 0 | 实验室照明改造
quality | sz-quality | dongmei | 38 | running | implementDone | | 0 | 不良品标识颜色管理
caijun | dg-smt | yaoting | 6 | running | implementPlan | | 0 | 换线工装快换
songtao | sz-hardware | employee | 13 | running | firstJudgeOne | | 0 | 元件库统一命名
quality | sz-quality | dongmei | 5 | running | firstJudgeTwo | | hard | 跨部门检具共享
employee | sz-hardware | songtao | 6 | running | committeeJudge | | harder | 研发物料共用平台
employee | sz-hardware | songtao | 100 | refused | firstJudgeOne | | 0 | 更换办公座椅
`

/** Proposals over a year: scored, excellent, implemented late, waiting too long, and two passed on as hard to decide. */
export const proposalStories = (anchor: Date): readonly Story[] =>
  table.trim().split('\n').map((line, index): Story => {
    const [by, department, implementer, ago, ends, waitsAt, points, verdict, name] = cells(line, 9)
    const at = before(anchor, Number(ago))
    return {
      type: 'proposalApply',
      by,
      at,
      ends: ends as Story['ends'],
      ...(waitsAt !== '' && { waitsAt }),
      value: () => ({
        applicantDept: department,
        proposalName: name,
        proposalType: '1',
        proposers: [`u-${by}`],
        proposeDate: dayFrom(at, -1),
        implementDept: department,
        alreadyImplemented: '0',
        currentSituation: '现有做法依赖人工，容易出错，等待时间长',
        improvement: '统一做法并使用简单工具，减少等待和差错',
        expectedBenefit: '减少等待，降低差错率',
      }),
      files: { beforePhotos: ['改善前照片.png'] },
      because: '与已立项的照明改造重复',
      // four are implemented later than planned
      say: answersOf({ implementer, points, verdict, done: before(anchor, Number(ago) - (index % 2 === 1 ? 24 : 9), 15) }),
    }
  })

interface ProposalPlan {
  readonly implementer: string
  readonly points: string
  readonly verdict: string
  /** Earliest time of implementation. */
  readonly done: Date
}

function answersOf({ implementer, points, verdict, done }: ProposalPlan): Readonly<Record<string, NodeAnswer>> {
  const decision = { implementer: `u-${implementer}`, judgeReason: '问题明确，方案可行', firstJudgeIsExcellent: verdict === '1' ? '1' : '0',
    ...(verdict === '1' && { excellentReason: '可以推广到其他部门' }) }
  const isHard = verdict.startsWith('hard')
  return {
    firstJudgeOne: isHard ? { hard: '涉及多个部门，本部门难以判定' } : { fill: () => decision },
    firstJudgeTwo: verdict === 'harder' ? { hard: '投入较大，请委员会判定' } : { fill: () => decision },
    committeeJudge: { fill: () => decision },
    implementPlan: {
      fill: (_, at) => ({ knowDate: '1', estimatedImplementationStartDate: dayFrom(at, 1),
        estimatedImplementationEndDate: dayFrom(at, 14) }),
    },
    implementDone: { notBefore: done, files: { afterPhotos: ['改善后照片.png'] },
      fill: (_, at) => ({ actualStartDate: dayFrom(at, -3), actualEndDate: dayFrom(at, 0), implementResult: '已按计划完成并投入日常使用',
        actualSaving: '0.00' }) },
    verify: {
      fill: ({ scores }) => ({ judgeReason: '现场确认，效果明显',
        scores: (scores as readonly object[]).map((row, index) => ({ ...row, score: Number(points.split(' ')[index]),
          reason: '与现场一致' })
        ) }),
    },
  }
}
