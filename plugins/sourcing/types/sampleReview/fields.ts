import { attachment, date, defineFields, integer, multiselect, person, radio, select, text, textarea } from '#kernel/fields.ts'
import { header } from '#plugins/forms/mixins/header.ts'
import { material, supplier } from '#plugins/masters/references.ts'
import { project } from '#plugins/projects/references.ts'
import { tests } from './tests.ts'

const supplied = 'sampleType != "product"'
const encrypted = { cn: '请先解密文件后再上传', en: 'Please decrypt the files before uploading' }

/** Disciplines that review a sample by its type; quality always does. */
const usualReviewers = 'if sampleType = "electronic" then ["electronic","cert","quality"] ' +
  'else if sampleType in ("structure","mold") then ["structure","process","quality"] ' +
  'else if sampleType = "package" then ["structure","quality"] ' +
  'else if sampleType = "product" then ["electronic","structure","software","quality","cert"] else ["quality"]'

const sample = defineFields({
  sampleType: select({ cn: '样品类型', en: 'Sample type', required: true, trend: true, dict: 'sampleType', default: '"material"',
    section: 'sample' }),
  sampleReason: select({ cn: '评审原因', en: 'Reason', required: true, dict: 'sampleReason', default: '"new"', section: 'sample' }),
  material: material({ cn: '物料编码', en: 'Material', section: 'sample', span: 2 }),
  materialDesc: text({ cn: '物料描述', en: 'Description', required: true, max: 100, default: 'material.nameCn', section: 'sample' }),
  supplier: supplier({ cn: '供应商', en: 'Supplier', visible: supplied, section: 'sample' }),
  newSupplierName: text({ cn: '新供应商名称', en: 'New supplier name', required: `supplier = null and ${supplied}`, max: 100,
    section: 'sample' }),
  manufacturer: text({ cn: '制造商', en: 'Manufacturer', required: 'sampleType = "electronic"', max: 50, section: 'sample' }),
  mpn: text({ cn: '原厂料号', en: 'Manufacturer part no.', required: 'sampleType = "electronic"', max: 50, section: 'sample' }),
  project: project({ cn: '适用项目', en: 'Project', required: true, section: 'sample' }),
  applyModels: text({ cn: '适用机型', en: 'Models', required: true, max: 200, section: 'sample' }),
  sampleQty: integer({ cn: '送样数量', en: 'Samples delivered', required: true, min: 1, max: 9999, section: 'sample' }),
  round: integer({ cn: '送样次数', en: 'Round', system: true, readOnly: true, min: 1, max: 10, section: 'sample' }),
  receiveDate: date({ cn: '收样日期', en: 'Received on', required: true, default: 'today()', section: 'sample' }),
  requireDate: date({ cn: '要求完成日期', en: 'Required by', required: true, default: 'today() + duration("P7D")', section: 'sample' }),
})

const papers = defineFields({
  specFile: attachment({ cn: '规格书/图纸', en: 'Specification or drawing', required: true, hint: encrypted, section: 'papers', span: 2 }),
  supplierReport: attachment({ cn: '供应商测试报告', en: 'Supplier report', required: true, section: 'papers', span: 2 }),
  rohsReport: attachment({ cn: '环保报告', en: 'RoHS report', required: supplied, section: 'papers', span: 2 }),
  reviewers: multiselect({
    cn: '评审部门',
    en: 'Reviewing departments',
    required: true,
    trend: true,
    default: usualReviewers,
    section: 'papers',
    span: 2,
    options: [
      { value: 'electronic', cn: '电子', en: 'Electronics' },
      { value: 'structure', cn: '结构', en: 'Structure' },
      { value: 'software', cn: '软件', en: 'Software' },
      { value: 'process', cn: '工艺', en: 'Process' },
      { value: 'quality', cn: '质量', en: 'Quality' },
      { value: 'cert', cn: '认证', en: 'Certification' },
    ],
  }),
})

const heads = ['qualityHead']

const outcome = defineFields({
  tests,
  qualifiedQty: integer({ cn: '合格数量', en: 'Qualified quantity', atNode: 'test', editAt: ['test'], min: 0, section: 'tests' }),
  testReport: attachment({ cn: '测试报告', en: 'Test report', atNode: 'test', editAt: ['test'], section: 'tests', span: 2 }),
  conclusion: radio({ cn: '评审结论', en: 'Conclusion', atNode: 'qualityHead', editAt: heads, trend: true, dict: 'reviewResult',
    section: 'conclusion' }),
  sampleStorage: person({ cn: '封样保存', en: 'Sealed samples kept by', required: 'conclusion != null and conclusion != "fail"',
    atNode: 'qualityHead', editAt: heads, section: 'conclusion' }),
  conditionNote: textarea({ cn: '限用条件', en: 'Conditions', required: 'conclusion = "conditional"', atNode: 'qualityHead', editAt: heads,
    max: 500, section: 'conclusion', span: 4 }),
})

export const fields = defineFields({ ...header({ cn: '样品评审', en: 'Sample review' }), ...sample, ...papers, ...outcome })
