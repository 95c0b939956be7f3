import { formPermissions } from '#kernel/form.ts'
import { definePlugin } from '#kernel/plugin.ts'
import { dictionaries } from './dictionaries.ts'
import { ecnLine } from './ecn-line.ts'
import cn from './locales/cn.ts'
import en from './locales/en.ts'
import { overdueMark } from './marks.ts'
import { fiveMOverdue } from './message-kinds.ts'
import { canLines } from './permissions.ts'
import { ecnApply } from './types/ecnApply/index.ts'
import { ecnBaseline } from './types/ecnBaseline/index.ts'
import { ecnChange } from './types/ecnChange/index.ts'
import { ecnReviewForm } from './types/ecnReviewForm/index.ts'
import { fiveMChange } from './types/fiveMChange/index.ts'

const forms = [ecnApply, ecnReviewForm, ecnChange, ecnBaseline, fiveMChange]

/** Control of changes: notices of engineering changes with their reviews, changes and baselines, and changes in production. */
export default definePlugin({
  id: 'change-control',
  requires: ['contracts', 'documents', 'forms', 'masters', 'procurement', 'production', 'projects', 'research', 'sap', 'system'],
  permissions: [...forms.flatMap(({ key }) => Object.values(formPermissions(key))), ...Object.values(canLines)],
  resources: [ecnLine],
  forms,
  formGroups: [{ id: 'change', cn: '变更管理', en: 'Change management', sort: 65 }],
  dictionaries,
  documentMarks: [overdueMark],
  messageKinds: [fiveMOverdue],
  menus: [{ id: 'ecn-lines', parent: 'research', cn: 'ECN执行明细', en: 'ECN lines', icon: 'swap', path: ecnLine.path, needs: canLines.view,
    sort: 40 }],
  locales: { cn, en },
})
