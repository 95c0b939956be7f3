import type { Db } from '#server/database/tables.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { cells } from '../general/cells.ts'
import { projectId } from '../masters/projects.ts'
import { recordsOf } from '../payments/records.ts'
import { before, dayFrom } from '../stories/clock.ts'
import type { NodeAnswer, Story } from '../stories/story.ts'

/**
 * `days ago | initiator | department | type | stage | project | model | version | reviewers | checks | final state | node where it stops`
 */
const reviews = `
140 | employee | sz-hardware | scheme | plan | P26-002 | LS-100 | | songtao dengkai | coverage design cost | completed |
70 | songtao | sz-hardware | schematic | dvt | P26-001 | GW-200 | A1.2 | employee gujia | design dfm safety | completed |
35 | tianye | sz-software | directed | software | P26-004 | GW-150E | V3.1-E | yuanbin songtao | coverage test | completed |
3 | employee | sz-hardware | pcb | dvt | P26-003 | AP-48 | B0.3 | songtao gujia | design dfm safety | running | reviewSign
`

/** Reviews of four projects: a scheme, a schematic, software for a customer, and a board that waits for its reviewers. */
export async function reviewStories(db: Db, anchor: Date): Promise<readonly Story[]> {
  const { customers } = await recordsOf(db)
  return reviews.trim().split('\n').map((line): Story => {
    const [ago, by, department, reviewType, stage, project, productModel, version, reviewers, checks, ends, waitsAt] = cells(line, 12)
    const at = before(anchor, Number(ago), 14)
    const [first = by] = reviewers.split(' ')
    const software: FormValue = reviewType === 'directed'
      ? { customer: customers[3], softwareName: '华东定制固件', baseVersion: 'V3.0', directedQty: 1200, releaseDate: dayFrom(at, 25) }
      : {}
    return {
      type: 'devReviewSheet',
      by,
      at,
      ends: ends as Story['ends'],
      ...(waitsAt !== '' && { waitsAt }),
      files: { materials: [`${productModel}评审资料.pdf`] },
      say: answersOf(checks.split(' '), reviewType === 'directed' ? 'conditional' : 'pass'),
      value: () => ({
        applicantDept: department,
        reviewType,
        stage,
        project: projectId(project),
        productModel,
        ...(version !== '' && { version }),
        ...software,
        reviewDate: dayFrom(at, 0),
        reviewForm: 'meeting',
        participants: reviewers.split(' ').map((person) => `u-${person}`),
        content: `<p>${productModel}评审：对照需求逐项核对，问题见下表。</p>`,
        issues: [{ rowId: 'i1', desc: '个别接口余量不足', level: 'middle', owner: `u-${first}`, dueDate: dayFrom(at, 10),
          solution: '调整参数后复测', closed: '0' }],
        workHours: [worked('h1', by, at, '120'), worked('h2', first, at, '64.5')],
      }),
    }
  })
}

const worked = (rowId: string, person: string, at: Date, actualHours: string): FormValue => ({ rowId, member: `u-${person}`,
  role: 'electronic', month: `${dayFrom(at, 0).slice(0, 7)}-01`, planHours: '120', actualHours })

const answersOf = (checks: readonly string[], conclusion: string): Readonly<Record<string, NodeAnswer>> => ({
  deptHead: { comment: '资料齐全，同意评审' },
  reviewSign: { comment: '已逐项核对，问题已列出', checks },
  bomReview: { comment: 'BOM与原理图一致' },
  pmConfirm: { comment: '问题已安排责任人', fill: () => ({ conclusion }) },
  rdDirector: { comment: '问题关闭后发布' },
})
