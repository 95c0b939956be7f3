import type { Db } from '#server/database/tables.ts'
import '#plugins/masters/server/public-api.ts'
import { projectId } from '../masters/projects.ts'
import { before, dayFrom } from '../stories/clock.ts'
import type { Story } from '../stories/story.ts'

const criteria = ['novelty', 'inventiveness', 'utility', 'disclosure']

/** A filed invention, and a housing that awaits confirmation by its inventors. */
export async function patentStories(db: Db, anchor: Date): Promise<readonly Story[]> {
  const { id: agency } = await db.selectFrom('supplier').select('id').where('category', '=', '4').where('enable', '=', true).orderBy('code')
    .limit(1).executeTakeFirstOrThrow()
  const say = (feeEstimate: string, grade: string): Story['say'] => ({
    patentEngineer: { comment: '已检索，未见相同方案', checks: criteria, fill: () => ({ grade, agency, feeEstimate }) },
    patentFile: { comment: '已受理',
      fill: (_, at) => ({ applicationNo: `${dayFrom(at, 0).slice(0, 4)}10086412.3`, filingDate: dayFrom(at, 0) }) },
  })
  return [
    {
      type: 'patentApplication',
      by: 'employee',
      at: before(anchor, 95, 10),
      ends: 'completed',
      files: { disclosure: ['技术交底书.docx'], drawings: ['电路框图.png'] },
      say: say('6500.00', 'B'),
      value: () => ({
        applicantDept: 'sz-hardware',
        patentName: '一种低功耗传感器的分级唤醒电路',
        patentType: '1',
        bothApply: false,
        region: ['cn'],
        project: projectId('P26-002'),
        productModel: 'LS-100',
        inventors: [{ rowId: 'p1', person: 'u-employee', contribution: 70, isFirst: '1' }, { rowId: 'p2', person: 'u-songtao',
          contribution: 30, isFirst: '0' }],
        techField: '低功耗电源管理',
        background: '现有唤醒电路在待机时持续采样，功耗高，电池寿命短。',
        solution: '<p>按信号强度分级开启采样与主控，待机时只保留比较器。</p>',
        advantage: '待机电流降低一半以上，不增加主要器件。',
        searched: '1',
        searchResult: '检索近十年文献，未见相同结构',
        published: '0',
      }),
    },
    {
      type: 'patentApplication',
      by: 'gujia',
      at: before(anchor, 6, 10),
      ends: 'running',
      waitsAt: 'inventorConfirm',
      files: { disclosure: ['外观说明.pdf'], drawings: ['六面视图.png'] },
      say: say('2600.00', 'C'),
      value: () => ({
        applicantDept: 'sz-structure',
        patentName: '智能网关外壳',
        patentType: '3',
        region: ['cn'],
        project: projectId('P26-001'),
        productModel: 'GW-200',
        inventors: [{ rowId: 'p1', person: 'u-gujia', contribution: 100, isFirst: '1' }],
        techField: '产品外观',
        background: '现有外壳散热孔外露，外观不统一。',
        solution: '<p>侧面栅格与顶面一体，隐藏散热孔。</p>',
        advantage: '外观简洁，散热面积不减。',
        searched: '0',
        published: '0',
      }),
    },
  ]
}
