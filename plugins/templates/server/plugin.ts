import { defineServer } from '#server/plugin.ts'
import { importTemplates } from './import-templates.ts'
import { migrations } from './migrations.ts'
import { templateRoutes } from './routes.ts'
import { sealRoutes } from './seal-routes.ts'
import { companySeals } from './seals.ts'
import { wordingRoutes } from './wording-routes.ts'
import { wordTemplates } from './word-templates.ts'

export default defineServer({
  id: 'templates',
  callNames: {
    subjects: { messageText: { cn: '消息文案', en: 'Message text' }, companySeal: { cn: '公司印章', en: 'Company seal' } },
    operations: {
      '/system/seal/:company': { cn: '修改', en: 'Change' },
      '/system/messageText/:kind': { cn: '恢复原文', en: 'Restore the original' },
      '/system/messageText/:kind/restore': { cn: '恢复版本', en: 'Restore a version' },
      '/system/template/upload': { cn: '上传', en: 'Upload' },
      '/system/template/:id/upload': { cn: '上传新版本', en: 'Upload a new version' },
      '/system/template/:id/restore': { cn: '恢复版本', en: 'Restore a version' },
    },
  },
  migrations,
  routes(app, host) {
    templateRoutes(app, host)
    sealRoutes(app, host)
    wordingRoutes(app, host)
  },
  records: { template: { constraints: { sys_template_enabled: { code: 'templates.enabledTwice', fields: ['enabled'] } } } },
  wordTemplates,
  importTemplates,
  companySeals,
})
