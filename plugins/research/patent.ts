import { date, defineFields, department, multiselect, people, person, select, text } from '#kernel/fields.ts'
import { defineResource } from '#kernel/resource.ts'
import { project } from '#plugins/projects/references.ts'
import { canPatent } from './permissions.ts'

/** Condition that locks fields of records created by an application. */
const locked = 'businessKey != null'

/** Filed patent with its state; created by an application document or by an import. */
export const patent = defineResource({
  name: 'patent',
  cn: '专利',
  en: 'Patent',
  base: '/oaserver',
  path: '/patents',
  table: 'patent',
  key: 'applicationNo',
  fields: defineFields({
    applicationNo: text({ cn: '专利申请号', en: 'Application no.', required: true, max: 20, pattern: '^[A-Z]{0,3}\\d[\\d.X]{7,16}$',
      locked }),
    patentName: text({ cn: '专利名称', en: 'Patent title', required: true, max: 60, locked }),
    patentType: select({ cn: '专利类型', en: 'Type', required: true, dict: 'patentType', locked }),
    patentState: select({ cn: '专利状态', en: 'State', required: true, dict: 'patentState', default: '"1"', locked }),
    stateDate: date({ cn: '状态日期', en: 'State since', locked }),
    filingDate: date({ cn: '申请日', en: 'Filing date', required: true, locked }),
    region: multiselect({ cn: '申请地域', en: 'Region', dict: 'patentRegion', locked }),
    firstInventor: person({ cn: '第一发明人', en: 'First inventor', required: true, locked }),
    inventors: people({ cn: '发明人', en: 'Inventors', max: 10, locked }),
    departmentId: department({ cn: '部门', en: 'Department', required: true, locked }),
    project: project({ cn: '项目', en: 'Project', locked }),
    productModel: text({ cn: '应用产品', en: 'Product', max: 100, locked }),
    grade: select({
      cn: '等级',
      en: 'Grade',
      locked,
      options: [{ value: 'A', cn: '核心', en: 'Core' }, { value: 'B', cn: '重要', en: 'Important' }, { value: 'C', cn: '一般',
        en: 'General' }],
    }),
    remark: text({ cn: '备注', en: 'Remarks', max: 200 }),
    businessKey: text({ cn: '单据', en: 'Document', readOnly: true, system: true, visible: 'false' }),
    businessNo: text({ cn: '单据编号', en: 'Document no.', readOnly: true, system: true }),
  }),
  columns: ['applicationNo', 'patentName', 'patentType', 'patentState', 'filingDate', 'firstInventor', 'departmentId', 'grade', 'stateDate',
    'region', 'project', 'businessNo'],
  filters: ['patentType', 'patentState', 'filingDate', 'firstInventor', 'departmentId', 'grade'],
  search: ['applicationNo', 'patentName', 'productModel', 'businessNo'],
  sort: [{ field: 'filingDate', descending: true }, { field: 'applicationNo' }],
  can: canPatent,
  scope: { departments: 'departmentId', owner: 'inventors' },
  import: {
    columns: [
      { field: 'applicationNo', example: '202410012345.6' },
      { field: 'patentName' },
      { field: 'patentType' },
      { field: 'patentState' },
      { field: 'stateDate' },
      { field: 'filingDate' },
      { field: 'firstInventor' },
      { field: 'departmentId', by: 'code' },
      { field: 'productModel' },
      { field: 'grade' },
      { field: 'remark' },
    ],
    match: ['applicationNo'],
    onMatch: 'refuse',
  },
  export: { columns: ['inventors', 'region', 'project', 'businessNo'] },
})
