import { approve, copy, defineFlow, departmentHead, ownerOf, personIn, role, vicePresident } from '#kernel/flow.ts'

const kinds = (...types: readonly string[]) => `reviewType in (${types.map((type) => `"${type}"`).join(',')})`

/** Settings of nodes that require an opinion. */
const spoken = { opinionRequired: true, manual: true } as const

export const flow = defineFlow([
  approve('deptHead', departmentHead('applicantDept'), { cn: '部门负责人', en: 'Department head', ...spoken }),
  approve('reviewSign', personIn('participants'), {
    cn: '评审会签',
    en: 'Review sign-off',
    mode: 'all',
    confirms: true,
    ...spoken,
    checkList: [
      { id: 'coverage', cn: '需求覆盖', en: 'Requirements covered',
        when: kinds('project', 'scheme', 'softwareReq', 'directed', 'stage', 'end') },
      { id: 'design', cn: '设计规范', en: 'Design rules', when: kinds('scheme', 'schematic', 'pcb', 'structure') },
      { id: 'dfm', cn: '可制造性', en: 'DFM', when: kinds('schematic', 'pcb', 'structure', 'stage') },
      { id: 'safety', cn: '安规EMC', en: 'Safety & EMC', when: kinds('schematic', 'pcb', 'structure', 'stage') },
      { id: 'cost', cn: '成本目标', en: 'Cost target', when: kinds('project', 'scheme', 'stage', 'end') },
      { id: 'test', cn: '测试覆盖', en: 'Test coverage', when: kinds('softwareReq', 'directed', 'test', 'stage', 'end') },
    ],
  }),
  approve('bomReview', role('rdAssistantBomReview'), {
    cn: '研发助理BOM审核',
    en: 'R&D assistant BOM review',
    when: 'reviewType in ("schematic","structure","stage") and stage in ("dvt","pvt","mp")',
    ...spoken,
  }),
  approve('pmConfirm', ownerOf('project'), { cn: '项目经理确认', en: 'Project manager', ...spoken }),
  approve('rdDirector', role('rdDirector'), { cn: '研发总监', en: 'R&D director',
    when: 'stage in ("pvt","mp") or conclusion = "conditional"', ...spoken }),
  approve('vp', vicePresident('applicantDept'), { cn: '分管副总', en: 'Responsible VP', mode: 'all',
    when: 'reviewType in ("project","end")', ...spoken }),
  copy('cc', role('docControl'), { cn: '抄送', en: 'CC' }),
])
