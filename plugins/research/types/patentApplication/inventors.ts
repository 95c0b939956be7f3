import { integer, person, radio, table, text } from '#kernel/fields.ts'

const alone = 'count(header.inventors) <= 1'

/** The inventors with their shares; the person who files begins alone. */
export const inventors = table({
  cn: '发明人',
  en: 'Inventors',
  required: true,
  min: 1,
  max: 10,
  section: 'inventors',
  span: 4,
  columns: {
    person: person({ cn: '姓名', en: 'Name', required: true, trend: true, default: `if ${alone} then header.applicant.id else null` }),
    contribution: integer({ cn: '贡献度（%）', en: 'Contribution %', required: true, min: 1, max: 100,
      default: `if ${alone} then 100 else null` }),
    isFirst: radio({ cn: '第一发明人', en: 'First inventor', required: true, dict: 'yesNo', default: `if ${alone} then "1" else "0"` }),
    idNo: text({ cn: '证件号码', en: 'ID no.', max: 30,
      visibleTo: { roles: ['patentEngineer'], nodes: ['start', 'patentEngineer', 'patentFile'] } }),
  },
})
