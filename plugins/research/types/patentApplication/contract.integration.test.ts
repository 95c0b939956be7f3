import { describeForm } from '#plugins/forms/server/contract-kit.ts'
import { inventionOf, inventor, patentSay } from '../testing.ts'
import { patentApplication } from './index.ts'

const second = (change: object) => inventor({ rowId: 'p2', person: 'u-songtao', isFirst: '0', ...change })

describeForm(patentApplication, {
  by: 'employee',
  filled: (support) => inventionOf(support),
  say: (support) => patentSay(support),
  passes: ['deptHead: xuhaibo', 'rdDirector: rd', 'patentEngineer: pengyu', 'inventorConfirm: xuhaibo', 'patentFile: pengyu'],
  edges: {
    'PT-R2': { breaks: { inventors: [inventor({ contribution: 99 })] },
      keeps: { inventors: [inventor({ contribution: 60 }), second({ contribution: 40 })] } },
    'PT-R3': { breaks: { inventors: [inventor({ isFirst: '0' })] }, keeps: {} },
    'PT-R4': { breaks: { published: '1', publishDate: '2026-05-19' }, keeps: { published: '1', publishDate: '2026-05-20' } },
    'PT-R6': { breaks: { inventors: [inventor({ contribution: 60 }), second({ person: 'u-employee', contribution: 40 })] },
      keeps: { inventors: [inventor({ contribution: 60 }), second({ contribution: 40 })] } },
    'PT-R7': { breaks: { published: '1', publishDate: '2026-11-21' }, keeps: { published: '1', publishDate: '2026-11-20' } },
    'PT-R8': { breaks: { expectDate: '2026-11-19' }, keeps: { expectDate: '2026-11-20' } },
  },
  elsewhere: ['PT-R5', 'PT-R9', 'PT-R10'],
})
