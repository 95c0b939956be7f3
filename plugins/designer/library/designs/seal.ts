import { attachment, date, defineFields, integer, multiselect, select, text, textarea, toggle } from '#kernel/fields.ts'
import { approve, departmentHead, generalManager, role } from '#kernel/flow.ts'
import { defineRules, rule } from '#kernel/rules.ts'
import type { LibraryDesign } from '../design.ts'

/** The use of a company seal, with the file that is sealed. */
export const seal: LibraryDesign = {
  key: 'seal-use',
  cn: '用章申请',
  en: 'Seal use request',
  prefix: 'YZ',
  group: 'administration',
  icon: 'safety-certificate',
  description: { cn: '公章、合同章等的使用与外借，合同由法务审核，印章管理员登记份数',
    en: 'Use and lending of company seals; legal reviews contracts, the custodian records the copies' },
  sections: [{ id: 'seal', cn: '用章', en: 'Seal' }, { id: 'custody', cn: '印章管理', en: 'Custody' }],
  fields: defineFields({
    sealType: multiselect({ cn: '印章', en: 'Seals', required: true, trend: true, section: 'seal', options: [
      { value: 'company', cn: '公章', en: 'Company seal' },
      { value: 'contract', cn: '合同章', en: 'Contract seal' },
      { value: 'finance', cn: '财务章', en: 'Finance seal' },
      { value: 'legal', cn: '法人章', en: 'Legal representative seal' },
    ] }),
    fileKind: select({ cn: '文件类型', en: 'Kind of file', required: true, trend: true, section: 'seal', options: [
      { value: 'contract', cn: '合同协议', en: 'Contract' },
      { value: 'certificate', cn: '证明', en: 'Certificate' },
      { value: 'tender', cn: '投标文件', en: 'Tender' },
      { value: 'other', cn: '其他', en: 'Other' },
    ] }),
    fileName: text({ cn: '文件名称', en: 'File', required: true, max: 100, section: 'seal', span: 2 }),
    counterparty: text({ cn: '送达单位', en: 'For', required: true, max: 60, section: 'seal' }),
    copies: integer({ cn: '份数', en: 'Copies', required: true, min: 1, max: 99, default: '1', section: 'seal' }),
    takenOut: toggle({ cn: '外借', en: 'Taken out', default: 'false', trend: true, section: 'seal' }),
    returnDate: date({ cn: '归还日期', en: 'Back on', required: 'takenOut = true', section: 'seal' }),
    purpose: textarea({ cn: '用途', en: 'Purpose', required: true, max: 300, section: 'seal', span: 4 }),
    files: attachment({ cn: '用章文件', en: 'Files to seal', required: true, max: 10, section: 'seal', span: 4 }),
    sealedCopies: integer({ cn: '实际用章份数', en: 'Copies sealed', min: 0, max: 99, atNode: 'sealKeeper', section: 'custody' }),
  }),
  rules: defineRules([
    rule('YZ-1', { when: 'sealedCopies > copies', fields: ['sealedCopies'], at: ['sealKeeper'], cn: '用章份数多于申请',
      en: 'More copies than were asked for' }),
  ]),
  steps: [
    approve('deptHead', departmentHead('applicantDept'), { cn: '部门负责人', en: 'Department head' }),
    approve('legal', role('legal'), { cn: '法务审核', en: 'Legal', when: 'fileKind = "contract" or list contains(sealType, "contract")' }),
    approve('generalManager', generalManager, { cn: '总经理', en: 'General manager',
      when: 'takenOut = true or list contains(sealType, "legal")' }),
    approve('sealKeeper', role('sealKeeper'), { cn: '印章管理员', en: 'Seal custodian', manual: true }),
  ],
  form: { columns: ['sealType', 'fileName', 'counterparty', 'copies'], subject: ['fileName', 'counterparty'] },
  examples: [
    { cn: '开具证明', en: 'A certificate', steps: ['deptHead', 'sealKeeper'],
      value: { sealType: ['company'], fileKind: 'certificate', fileName: '在职证明', counterparty: '市人社局', copies: 2, takenOut: false,
        purpose: '办理居住证' } },
  ],
}
