import { select, table, text } from '#kernel/fields.ts'

/** Standard tests of a type of sample with their acceptance criteria. */
const templates = {
  electronic: [['外观与标识', '无破损，丝印清晰'], ['电气性能', '符合规格书'], ['高低温', '-20℃至70℃工作正常'], ['环保', '符合RoHS']],
  structure: [['外观', '无缺料、毛刺、色差'], ['尺寸', '符合图纸公差'], ['装配', '装配顺畅，间隙合格'], ['环保', '符合RoHS']],
  mold: [['外观', '无缺料、毛刺、色差'], ['全尺寸', '符合图纸公差'], ['试装', '装配顺畅，间隙合格']],
  package: [['外观与印刷', '与设计稿一致'], ['跌落', '产品无损伤'], ['尺寸', '符合图纸']],
  product: [['功能', '符合产品规格'], ['安规EMC', '符合认证标准'], ['可靠性', '符合可靠性规范']],
} as const

const usual = [['外观', '无破损、变形'], ['尺寸', '符合规格书'], ['性能', '符合规格书'], ['环保', '符合RoHS']] as const

const rows = (items: readonly (readonly [string, string])[]) =>
  `[${items.map(([item, standard]) => `{item: "${item}", standard: "${standard}"}`).join(', ')}]`

const byType = Object.entries(templates).map(([type, items]) => `if sampleType = "${type}" then ${rows(items)} else `).join('')

/** Measurements; the rows start with the standard tests of the type. */
export const tests = table({
  cn: '测试项目',
  en: 'Test items',
  atNode: 'test',
  editAt: ['test'],
  min: 1,
  max: 100,
  default: `${byType}${rows(usual)}`,
  section: 'tests',
  span: 4,
  columns: {
    item: text({ cn: '项目', en: 'Item', required: true, max: 50 }),
    standard: text({ cn: '标准要求', en: 'Standard', required: true, max: 200 }),
    method: text({ cn: '测试方法/设备', en: 'Method or instrument', max: 100 }),
    measured: text({ cn: '实测结果', en: 'Measured', required: true, max: 200 }),
    result: select({ cn: '判定', en: 'Result', required: true, dict: 'testItemResult' }),
  },
})
