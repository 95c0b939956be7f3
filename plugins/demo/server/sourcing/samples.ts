import type { FormValue } from '#kernel/values/value.ts'
import { cells } from '../general/cells.ts'
import { projectId } from '../masters/projects.ts'
import { before, dayFrom } from '../stories/clock.ts'
import type { NodeAnswer, Story } from '../stories/story.ts'

/** `days ago | type | what | of whom | project | models | samples | tester | what becomes of it | where it stops` */
const samples = `
140 | structure | 板对板连接器 | 常州恒达电子有限公司 | P26-001 | GW-200 | 20 | songtao | completed |
6 | electronic | 低功耗蓝牙模组 | | P26-002 | LS-100 | 10 | dengkai | running | test
`

/** Samples of a supplier who is then introduced, and of a module that is still being tested. */
export const sampleStories = (anchor: Date, supplier: string): readonly Story[] =>
  samples.trim().split('\n').map((line): Story => {
    const [ago, sampleType, materialDesc, newSupplierName, project, applyModels, sampleQty, tester, ends, waitsAt] = cells(line, 10)
    const at = before(anchor, Number(ago), 10)
    return {
      type: 'sampleReview',
      name: `sample ${materialDesc}`,
      by: 'dongmei',
      at,
      ends: ends as Story['ends'],
      ...(waitsAt !== '' && { waitsAt }),
      choices: [{ node: 'test', people: [`u-${tester}`] }],
      files: { specFile: [`${materialDesc}规格书.pdf`], supplierReport: ['供应商测试报告.pdf'], rohsReport: ['环保报告.pdf'] },
      say: answers,
      value: () => ({
        applicantDept: 'sz-purchase',
        sampleType,
        sampleReason: newSupplierName === '' ? 'new' : 'supplier',
        materialDesc,
        ...(newSupplierName === '' ? { supplier } : { newSupplierName }),
        ...(sampleType === 'electronic' && { manufacturer: '华芯微', mpn: 'HX-BLE52' }),
        project: projectId(project),
        applyModels,
        sampleQty: Number(sampleQty),
        receiveDate: dayFrom(at, 0),
        requireDate: dayFrom(at, 7),
      }),
    }
  })

const measurements = [['外观', '无缺料、毛刺', '合格，20件全检'], ['尺寸', '符合图纸公差', 'CPK 1.45'], ['插拔寿命', '500次后接触电阻≤30mΩ',
  '最大22mΩ'], ['环保', '符合RoHS', '符合']]

const answers: Readonly<Record<string, NodeAnswer>> = {
  test: {
    comment: '测试完成，全部合格',
    checks: ['appearance', 'dimensions', 'performance', 'reliability', 'rohs'],
    files: { testReport: ['样品测试报告.pdf'] },
    fill: ({ sampleQty }): FormValue => ({ qualifiedQty: sampleQty,
      tests: measurements.map(([item, standard, measured], index) => ({ rowId: `t${index}`, item, standard, measured, result: 'ok' })) }),
  },
  qualityHead: { comment: '同意承认', checks: ['reports', 'sealed'], fill: () => ({ conclusion: 'pass', sampleStorage: 'u-quality' }) },
}
